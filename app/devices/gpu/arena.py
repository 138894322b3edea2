"""Device memory for launches: bounded, guarded on both sides, used again, and wiped when it is given back."""

from __future__ import annotations

import ctypes
import os
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Literal

import numpy as np
from cuda.bindings import driver

from app.devices.gpu.answer import GpuError, no_memory, value_of

_ALIGNED = 512  # bytes, as cuMemAlloc aligns


@dataclass(frozen=True, slots=True)
class Buffer:
    """`address` is where its data begin, `base` where its allocation does."""

    base: int
    address: int
    size: int


@dataclass(frozen=True, slots=True)
class Crossed:
    """A band that is not as it was: which side, how many bytes, and the one nearest to the data, from its own end."""

    side: Literal["before", "after"]
    bytes: int
    first: int


class Arena:
    """Buffers of one context. The bands are random bytes, so that no kernel writes what is there already.

    `limit` bounds all that is allocated, waiting buffers too. Buffers wait by size for whoever takes that size again,
    their bands as they were, because the driver takes long to allocate and to free.
    """

    def __init__(self, stream: Any, limit: int, guard: int) -> None:
        self._stream = stream
        self._limit = limit
        self._guard = -(-guard // _ALIGNED) * _ALIGNED
        self._pattern = np.frombuffer(os.urandom(self._guard + _ALIGNED), np.uint8).copy()
        self._waiting: defaultdict[int, list[Buffer]] = defaultdict(list)
        self.staging = Pinned()
        self.allocated = 0

    def take(self, size: int) -> Buffer:
        """A buffer of so many bytes with whatever is in it. Raises GpuError."""
        if self._waiting[size]:
            return self._waiting[size].pop()
        buffer = self._allocate(size)
        for side in ("before", "after"):
            address, length = self._band(buffer, side)
            value_of(driver.cuMemcpyHtoD(address, self._pattern.ctypes.data, length))
        value_of(driver.cuStreamSynchronize(0))  # such a copy is done when it has been read, and not yet written
        return buffer

    def look(self, buffers: Sequence[Buffer]) -> list[np.ndarray]:
        """Begin to bring the bands here; after the stream is done `crossed` reads them."""
        bands = [self._band(buffer, side) for buffer in buffers for side in ("before", "after")]
        places = np.cumsum([0, *(length for _, length in bands)])
        here = self.staging.room(int(places[-1]))
        for (address, length), place in zip(bands, places, strict=False):
            value_of(driver.cuMemcpyDtoHAsync(here.ctypes.data + int(place), address, length, self._stream))
        return [here[start:end] for start, end in pairwise(places)]

    def crossed(self, bands: Sequence[np.ndarray]) -> list[list[Crossed]]:
        """For each buffer that was looked at, the bands that a kernel wrote."""
        return [self._changes(bands[at], bands[at + 1]) for at in range(0, len(bands), 2)]

    def give(self, buffers: Sequence[Buffer], spoilt: Sequence[bool]) -> None:
        """Wipe buffers and let them wait; those whose bands are spoilt are freed."""
        for buffer, bad in zip(buffers, spoilt, strict=True):
            if buffer.size:
                value_of(driver.cuMemsetD8Async(buffer.address, 0, buffer.size, self._stream))
            if bad:
                self._free(buffer)
            else:
                self._waiting[buffer.size].append(buffer)

    def trim(self) -> None:
        """Give all that waits back to the driver."""
        for buffers in self._waiting.values():
            while buffers:
                self._free(buffers.pop())
        self._waiting.clear()

    def _allocate(self, size: int) -> Buffer:
        whole = self._whole(size)
        if self.allocated + whole > self._limit:
            self.trim()
        if self.allocated + whole > self._limit:
            raise no_memory()
        try:
            base = int(value_of(driver.cuMemAlloc(whole)))
        except GpuError:
            self.trim()
            base = int(value_of(driver.cuMemAlloc(whole)))
        self.allocated += whole
        return Buffer(base, base + self._guard, size)

    def _free(self, buffer: Buffer) -> None:
        value_of(driver.cuMemFree(buffer.base))
        self.allocated -= self._whole(buffer.size)

    def _whole(self, size: int) -> int:
        return 2 * self._guard + -(-size // _ALIGNED) * _ALIGNED

    def _band(self, buffer: Buffer, side: str) -> tuple[int, int]:
        """Address and length. The band after the data begins right behind them, aligned or not."""
        if side == "before":
            return buffer.base, self._guard
        end = buffer.address + buffer.size
        return end, buffer.base + self._whole(buffer.size) - end

    def _changes(self, before: np.ndarray, after: np.ndarray) -> list[Crossed]:
        found = []
        changed = np.flatnonzero(before != self._pattern[: before.size])
        if changed.size:
            found.append(Crossed("before", int(changed.size), int(changed[-1]) - before.size))
        changed = np.flatnonzero(after != self._pattern[: after.size])
        if changed.size:
            found.append(Crossed("after", int(changed.size), int(changed[0])))
        return found


class Pinned:
    """Host memory that the card reaches without a detour; it grows as needed, and lives as long as the context."""

    def __init__(self) -> None:
        self._memory = np.zeros(0, np.uint8)

    def room(self, size: int) -> np.ndarray:
        """So many bytes, until the next call. Raises GpuError."""
        if size > self._memory.size:
            if self._memory.size:
                value_of(driver.cuMemFreeHost(self._memory.ctypes.data))
            self._memory = _host(max(size, 1 << 16))
        return self._memory[:size]


def _host(size: int) -> np.ndarray:
    address = int(value_of(driver.cuMemHostAlloc(size, 0)))
    return np.ctypeslib.as_array((ctypes.c_ubyte * size).from_address(address))
