"""A function that is started with its arguments, and the time that passes on the card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from cuda.bindings import driver

from app.devices.cards.job import Job
from app.devices.gpu.answer import GpuError, value_of
from app.devices.gpu.context import Context

_MOST = (1 << 32) - 1


class Start:
    """A function with a job's grid and block and with its packed arguments, to be started again and again."""

    def __init__(self, context: Context, function: Any, job: Job, words: Sequence[np.generic]) -> None:
        self._context = context
        self._function = function
        self._sizes = (*_three(job.grid), *_three(job.block), job.shared_bytes)
        self._cooperative = job.cooperative
        self._cells = [np.array(word) for word in words]  # the driver reads each through its address
        self._pointers = np.array([cell.ctypes.data for cell in self._cells], np.uint64)

    def launch(self) -> None:
        """Raises GpuError where the launch is refused; what the kernel does wrong is told to who waits for it."""
        if not all(0 <= size <= _MOST for size in self._sizes):
            raise GpuError("CUDA_ERROR_INVALID_VALUE")  # as the driver says, to whom such a number cannot be given
        begun = driver.cuLaunchCooperativeKernel if self._cooperative else driver.cuLaunchKernel
        extra = () if self._cooperative else (0,)
        value_of(begun(self._function, *self._sizes, self._context.stream, self._pointers.ctypes.data, *extra))

    def check(self) -> None:
        """Raises GpuError where the blocks of a cooperative launch cannot all be resident."""
        if not self._cooperative:
            return
        *grid, x, y, z, shared_bytes = self._sizes
        each = driver.cuOccupancyMaxActiveBlocksPerMultiprocessor(self._function, x * y * z, shared_bytes)
        if int(np.prod(grid, dtype=object)) > value_of(each) * self._context.multiprocessors:
            raise GpuError("CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE")


class Stopwatch:
    """Two events in a stream. Their resolution is about half a microsecond.

    Between them lies what starting a kernel costs, 2.7 µs on an H200, which is not taken off: it is a part of what a
    launch takes, and a kernel that is shorter measures nothing else.
    """

    def __init__(self, context: Context) -> None:
        self._stream = context.stream
        self._begin, self._end = (value_of(driver.cuEventCreate(0)) for _ in range(2))

    def begin(self) -> None:
        value_of(driver.cuEventRecord(self._begin, self._stream))

    def end(self) -> None:
        value_of(driver.cuEventRecord(self._end, self._stream))

    def microseconds(self) -> float:
        """Waits for the end. Raises GpuError with what went wrong before it."""
        value_of(driver.cuEventSynchronize(self._end))
        return 1000 * float(value_of(driver.cuEventElapsedTime(self._begin, self._end)))


def _three(sizes: Sequence[int]) -> tuple[int, int, int]:
    x, y, z = (*sizes, 1, 1)[:3]
    return x, y, z
