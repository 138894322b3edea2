"""coverage: how often each element of an array in global memory is written, and how many blocks write at all.

Stores and atomics count alike, in bounds alone. It is no part of `profiles()`: a launch is asked for it, because it
remembers a number for each element. A record counts as often as that number of its own which was written most.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from app.simt.events import Access, Buffer, Geometry, Observer, Op, Space

Counts = NDArray[np.uint32]


class Coverage(Observer):
    """`counts()` by the name of the array; `idle_blocks()` is for a launch that ran to its end."""

    wants = frozenset({Access})

    def __init__(self) -> None:
        self._buffers: dict[int, Buffer] = {}
        self._counts: dict[int, Counts] = {}  # by buffer: one a place (of records, a byte), in the order of memory
        self._busy = 0
        self._blocks = 0

    def allocate(self, buffer: Buffer) -> None:
        if buffer.space is Space.GLOBAL:
            self._buffers[buffer.id] = buffer

    def group_begin(self, geometry: Geometry) -> None:
        self._geometry = geometry
        self._wrote = np.zeros(geometry.blocks, np.bool_)

    def group_end(self) -> None:
        self._busy += int(np.count_nonzero(self._wrote))
        self._blocks = math.prod(self._geometry.grid)

    def access(self, event: Access) -> None:
        buffer = self._buffers.get(event.buffer.id)
        if buffer is None or event.op is Op.LOAD or event.count == 0:
            return
        counts = self._counts.get(buffer.id)
        unit = 1 if buffer.record is not None else buffer.itemsize
        if counts is None:
            counts = self._counts[buffer.id] = np.zeros(buffer.nbytes // unit, np.uint32)
        _count(counts, event, unit)
        self._mark(event)

    def _mark(self, event: Access) -> None:
        self._wrote[event.lanes // self._geometry.lanes_per_block] = True

    def idle_blocks(self) -> int:
        """Blocks of the launch in which no thread wrote to global memory."""
        return self._blocks - self._busy

    def counts(self) -> dict[str, Counts]:
        """Of each array that was written: how often each element, in the array's shape."""
        return {self._buffers[id_].name: _shaped(counts, self._buffers[id_]) for id_, counts in self._counts.items()}


def _count(counts: Counts, event: Access, itemsize: int) -> None:
    even = event.even
    if even is not None and len(even.pattern.counts) == 1 and (step := even.pattern.steps[0] // itemsize) > 0:
        first = even.offset // itemsize
        counts[first : first + step * (even.pattern.count - 1) + 1 : step] += 1
    else:
        np.add.at(counts, event.offsets // itemsize, np.uint32(1))


def _shaped(counts: Counts, buffer: Buffer) -> Counts:
    """In the shape of the array, whose elements may lie in any order, with gaps or backwards."""
    if buffer.record is not None:
        whole = buffer.nbytes // buffer.itemsize
        counts = counts[: whole * buffer.itemsize].reshape(whole, -1).max(axis=1, initial=0)
    lowest = sum(stride * (size - 1) for stride, size in zip(buffer.strides, buffer.shape, strict=True) if stride < 0)
    places = np.full(buffer.shape, -lowest, np.int64)
    for axis, (stride, size) in enumerate(zip(buffer.strides, buffer.shape, strict=True)):
        steps = np.arange(size, dtype=np.int64) * stride
        places += steps.reshape(-1, *(1,) * (len(buffer.shape) - axis - 1))
    return counts[places // buffer.itemsize]
