"""What host code may ask of the device: an H200's figures, whatever really runs the kernels."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple, Self

from app.program.cuda.arrays import Device
from app.program.misuse import misuse


class MemoryInfo(NamedTuple):
    """Bytes."""

    free: int
    total: int


class DeviceFacts:
    """`cuda.get_current_device()`."""

    id = 0
    name = "Gridstride"
    compute_capability = (9, 0)
    MULTIPROCESSOR_COUNT = 132
    WARP_SIZE = 32
    MAX_THREADS_PER_BLOCK = 1024
    MAX_THREADS_PER_MULTI_PROCESSOR = 2048
    MAX_BLOCK_DIM_X, MAX_BLOCK_DIM_Y, MAX_BLOCK_DIM_Z = 1024, 1024, 64
    MAX_GRID_DIM_X, MAX_GRID_DIM_Y, MAX_GRID_DIM_Z = 2**31 - 1, 65_535, 65_535
    MAX_SHARED_MEMORY_PER_BLOCK = 48 << 10
    MAX_SHARED_MEMORY_PER_BLOCK_OPTIN = 227 << 10
    MAX_REGISTERS_PER_BLOCK = 65_536
    TOTAL_CONSTANT_MEMORY = 64 << 10
    COOPERATIVE_LAUNCH = 1
    ASYNC_ENGINE_COUNT = 2
    UNIFIED_ADDRESSING = 1

    def __enter__(self) -> Self:
        """`with cuda.gpus[0]:` makes current what is current already."""
        return self

    def __exit__(self, *exc: object) -> None:
        """Nothing was changed."""


class Context:
    """`cuda.current_context()`."""

    def __init__(self, device: Device) -> None:
        self._device = device
        self.device = DeviceFacts()

    def get_memory_info(self) -> MemoryInfo:
        said = self._device.wire.call("memory").data
        return MemoryInfo(int(str(said["free"])), int(str(said["total"])))

    def synchronize(self) -> None:
        self._device.wire.call("synchronize", what="all", handle=0, query=False)
        self._device.ledger.waited()

    def reset(self) -> None:
        """Nothing: the process ends with the program."""

    @contextmanager
    def defer_cleanup(self) -> Iterator[None]:
        yield


class Gpus:
    """`cuda.gpus`: one device."""

    def __init__(self, context: Context) -> None:
        self._context = context

    @property
    def lst(self) -> list[DeviceFacts]:
        return [self._context.device]

    @property
    def current(self) -> DeviceFacts:
        return self._context.device

    def __len__(self) -> int:
        return 1

    def __iter__(self) -> Iterator[DeviceFacts]:
        return iter(self.lst)

    def __getitem__(self, number: int) -> DeviceFacts:
        return self.lst[number]


def selected(context: Context, number: int) -> Context:
    """`cuda.select_device`. Raises CudaSupportError for any but the only one."""
    if number != 0:
        raise misuse("CudaSupportError", "host_error.no_device", f"there is one device, 0, and no {number}")
    return context
