"""Shared memory that a worker sent, as this process has it. Pure: nothing here knows a GPU."""

from __future__ import annotations

import fcntl
import mmap
import os

import numpy as np

from app.devices.cards.area import INPUT, SEALED
from app.errors import FrameError


class Mapped:
    """The bytes of a memfd. `address` is where they lie."""

    def __init__(self, descriptor: int, size: int, *, writable: bool) -> None:
        """Takes the descriptor. Raises FrameError where whoever sent it could still take the memory away."""
        try:
            _check(descriptor, size, SEALED if writable else INPUT)
            self._map = _mapped(descriptor, size, writable=writable)
        finally:
            os.close(descriptor)
        self.memory = np.frombuffer(self._map, np.uint8)
        self.address = int(self.memory.ctypes.data)

    def close(self) -> None:
        del self.memory
        self._map.close()


def _check(descriptor: int, size: int, wanted: int) -> None:
    if fcntl.fcntl(descriptor, fcntl.F_GET_SEALS) & wanted != wanted:
        raise FrameError("a memory came without its seals")
    if os.fstat(descriptor).st_size < size:
        raise FrameError("a memory is smaller than its arrays")


def _mapped(descriptor: int, size: int, *, writable: bool) -> mmap.mmap:
    if writable:
        return mmap.mmap(descriptor, size, mmap.MAP_SHARED, mmap.PROT_READ | mmap.PROT_WRITE)
    try:
        return mmap.mmap(descriptor, size, mmap.MAP_SHARED, mmap.PROT_READ)
    except PermissionError:  # before Linux 6.7 sealed memory may only be mapped privately, which shares its pages too
        return mmap.mmap(descriptor, size, mmap.MAP_PRIVATE, mmap.PROT_READ)
