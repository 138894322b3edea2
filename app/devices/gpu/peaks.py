"""What the card reaches: the rate of a copy within its memory, and of multiplying and adding."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from cuda.bindings import driver

from app.devices.cards import peak_kernels
from app.devices.cards.job import Job
from app.devices.gpu.answer import value_of
from app.devices.gpu.context import Context
from app.devices.gpu.modules import Modules
from app.devices.gpu.packing import Lying, words
from app.devices.gpu.starting import Start, Stopwatch
from app.devices.records import Peaks
from app.protocol.frames import Frame

_COPIED = 512 << 20  # bytes, many times what the caches hold
_TIMES = 8
_LAUNCH_US = 8000.0  # long enough that starting it counts for little
_TRIED = 64  # rounds of the first launch, which tells how many are needed
_WARM_US = 50_000.0  # a card that was idle takes some time to come to its clock


def measured(context: Context, frame: Frame) -> Peaks:
    """With the kernels that the frame brings. Takes some tenths of a second. Raises GpuError."""
    single, double = (
        _flops(context, frame.arrays[name].tobytes(), str(frame.data[name]), name) for name in peak_kernels.PRECISIONS
    )
    return Peaks(_copied(context), single, double)


def _copied(context: Context) -> float:
    """10⁹ bytes a second, read and written together."""
    free = int(value_of(driver.cuMemGetInfo()))
    size = min(_COPIED, free // 4)
    one, two = (value_of(driver.cuMemAlloc(size)) for _ in range(2))
    try:
        value_of(driver.cuMemsetD8Async(one, 0, size, context.stream))
        best = _best(context, lambda: value_of(driver.cuMemcpyDtoDAsync(two, one, size, context.stream)))
    finally:
        value_of(driver.cuMemFree(one))
        value_of(driver.cuMemFree(two))
    return 2 * size / best / 1e3


def _flops(context: Context, cubin: bytes, symbol: str, precision: str) -> float:
    """10⁹ operations a second."""
    modules = Modules()
    function = modules.function(cubin, symbol)
    seeds, _, factor, summand = (argument.value for argument in peak_kernels.arguments(precision))
    assert isinstance(seeds, np.ndarray)
    address = int(value_of(driver.cuMemAlloc(seeds.nbytes)))
    try:
        value_of(driver.cuMemcpyHtoD(address, seeds.ctypes.data, seeds.nbytes))
        lying = Lying(address, seeds.itemsize, seeds.shape, seeds.strides)
        resident = driver.cuOccupancyMaxActiveBlocksPerMultiprocessor(function, peak_kernels.THREADS, 0)
        blocks = context.multiprocessors * int(value_of(resident))

        def start(rounds: int) -> Start:
            passed = (lying, np.int64(rounds), factor, summand)
            packed = [word for value in passed for word in words(value, _nowhere)]
            return Start(context, function, Job(b"", "", (blocks,), (peak_kernels.THREADS,), "", (), ()), packed)

        tried = _best(context, start(_TRIED).launch)
        rounds = max(_TRIED, math.ceil(_TRIED * _LAUNCH_US / tried))
        best = _best(context, start(rounds).launch)
    finally:
        value_of(driver.cuMemFree(address))
        modules.unload()
    return blocks * peak_kernels.THREADS * rounds * peak_kernels.FLOPS / best / 1e3


def _best(context: Context, begin: Callable[[], object]) -> float:
    """The microseconds of the fastest of several, once the card is warm."""
    watch = Stopwatch(context)
    best, spent, done = math.inf, 0.0, 0
    while done < _TIMES:
        watch.begin()
        begin()
        watch.end()
        took = watch.microseconds()
        spent += took
        if spent > _WARM_US or took > _WARM_US / _TIMES:
            done += 1
        best = min(best, took)
    return best


def _nowhere(record: np.ndarray) -> int:
    raise TypeError(f"no peak kernel takes a record of {record.dtype}")
