"""Cells: where a check keeps what it knows of a buffer's bytes.

A buffer is cut into cells of `grain` bytes, the smallest item that anyone has used on it so far, so that two
typed views of one allocation meet in the same cells. Shared memory has one copy of the cells a block, local
memory one a lane. What is known of a cell lives in *planes*, flat arrays over all cells of all copies.

Shared and local memory's planes go with their group of blocks. Those of global memory stay to the end of the launch,
and cost bytes of each element: racecheck 12 to 16 of an array that is written, up to 24 more where it is read and
written without a barrier of the grid between, as many for atomics; initcheck 1 of an output. An array that is only read
costs nothing, as long as its reads can be kept as formulas or short lists (`visits`).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import gcd

import numpy as np
from numpy.typing import NDArray

from app.simt.checks.layout import Index, Layout, laid
from app.simt.even import Even
from app.simt.events import Access, Buffer, Ints

Plane = np.ndarray


@dataclass(slots=True)
class Spot:
    """The cells of one access. With a layout the distinct ones, else lane by lane, `repeat` cells a lane.

    `distinct` says that no cell comes twice in `index`.
    """

    event: Access
    index: Index
    repeat: int
    distinct: bool
    layout: Layout | None = None

    def lanes(self, chosen: NDArray[np.bool_]) -> Ints:
        """The lanes (increasing) at some of the cells of `index`."""
        if self.layout is not None:
            return self.layout.lanes(chosen)
        return self.event.lanes[chosen.reshape(-1, self.repeat).any(axis=1)]


class Cells:
    """The planes of one buffer. `lanes_per_copy` is how many lanes share a copy, 0 where all do."""

    def __init__(self, buffer: Buffer, *, copies: int = 1, lanes_per_copy: int = 0) -> None:
        self.buffer = buffer
        self.grain = max(1, buffer.itemsize)
        self._copies = copies
        self._lanes_per_copy = lanes_per_copy
        self._per_copy = max(1, -(-buffer.nbytes // self.grain))
        self._planes: dict[str, Plane] = {}

    def has(self, name: str) -> bool:
        return name in self._planes

    def plane(self, name: str, dtype: np.dtype) -> Plane:
        """The plane of that name, zero where nobody wrote (and untouched pages cost no memory)."""
        plane = self._planes.get(name)
        if plane is None:
            plane = self._planes[name] = np.zeros(self._copies * self._per_copy, dtype)
        elif plane.itemsize < dtype.itemsize:
            plane = self._planes[name] = plane.astype(dtype)
        return plane

    def covers(self, buffer: Buffer) -> bool:
        """Whether there are cells for all of this buffer: a second view of one allocation may be longer."""
        return buffer.nbytes <= self._per_copy * self.grain

    def offset(self, cell: int) -> int:
        """The byte offset into its copy at which a cell begins."""
        return (cell % self._per_copy) * self.grain

    def locate(self, event: Access) -> Spot:
        """The cells that an access touches, by formula where they lie at even distances."""
        self._reach(event.buffer.nbytes)
        if event.even is not None:
            spot = self._even(event, event.even)
            if spot is not None:
                return spot
        offsets = event.offsets
        self._refine(self._common(offsets, event.size))
        cells = offsets // self.grain if self.grain > 1 else offsets
        if self._lanes_per_copy:
            cells = cells + event.lanes // self._lanes_per_copy * self._per_copy
        return self._spread(cells, event)

    def _even(self, event: Access, even: Even) -> Spot | None:
        pattern = even.pattern
        key = ("layout", event.size, self.grain, self._per_copy, self._lanes_per_copy)
        layout = pattern.notes.get(key)
        if layout is None or even.offset % self.grain:
            self._refine(gcd(self.grain, event.size, even.offset, *pattern.steps))
            key = ("layout", event.size, self.grain, self._per_copy, self._lanes_per_copy)
            layout = pattern.notes[key] = laid(pattern, event.size, *key[2:])
        if not layout.distinct:
            return None
        first = even.offset // self.grain
        if self._lanes_per_copy:
            first += pattern.lane // self._lanes_per_copy * self._per_copy
        return Spot(event, layout.index(first), layout.repeat, distinct=True, layout=layout)

    def _spread(self, cells: Ints, event: Access) -> Spot:
        repeat = event.size // self.grain
        distinct = bool((cells[1:] > cells[:-1] + (repeat - 1)).all())
        wide = cells if repeat == 1 else (cells[:, None] + np.arange(repeat)).ravel()
        return Spot(event, wide, repeat, distinct)

    def _common(self, offsets: Ints, size: int) -> int:
        """The largest grain that divides the present one and these accesses."""
        grain = gcd(self.grain, size)
        if grain & (grain - 1) == 0 and not int(np.bitwise_or.reduce(offsets)) & (grain - 1):
            return grain
        return gcd(grain, int(np.gcd.reduce(offsets)))

    def _refine(self, grain: int) -> None:
        if grain == self.grain:
            return
        factor = self.grain // grain
        self._planes = {name: np.repeat(plane, factor) for name, plane in self._planes.items()}
        self.grain, self._per_copy = grain, self._per_copy * factor

    def _reach(self, nbytes: int) -> None:
        needed = -(-nbytes // self.grain)
        if needed <= self._per_copy:
            return
        for name, plane in self._planes.items():
            wider = np.zeros((self._copies, needed), plane.dtype)
            wider[:, : self._per_copy] = plane.reshape(self._copies, self._per_copy)
            self._planes[name] = wider.reshape(-1)
        self._per_copy = needed


def element(buffer: Buffer, offset: int) -> list[int]:
    """The subscripts of the element at a byte offset; one flat number where the array's shape is not known."""
    flat = [offset // max(1, buffer.itemsize)]
    if not buffer.shape or len(buffer.strides) != len(buffer.shape) or min(buffer.strides) <= 0:
        return flat
    subscripts = [0] * len(buffer.shape)
    for axis in sorted(range(len(buffer.shape)), key=lambda axis: -buffer.strides[axis]):
        subscripts[axis], offset = divmod(offset, buffer.strides[axis])
    within = all(0 <= i < n for i, n in zip(subscripts, buffer.shape, strict=True))
    return subscripts if within else flat


def written(buffer: Buffer, offset: int) -> str:
    """What lies at a byte offset, as the learner would write it: `tile[3, 5]`, `a[3].x`."""
    subscripts, field = element(buffer, offset), ""
    if buffer.record is not None:
        strides = buffer.strides if min(buffer.strides, default=0) > 0 else (buffer.itemsize,)
        for stride in sorted(strides, reverse=True):
            offset %= stride
        field = _field(buffer.record, offset)
        if not buffer.shape:
            return f"{buffer.name}{field}"
    return f"{buffer.name}[{', '.join(map(str, subscripts))}]{field}"


def _field(dtype: np.dtype, offset: int) -> str:
    """`.p.x` or `.v[2]` of the number at this byte of an element; empty for padding."""
    if dtype.subdtype is not None:
        base, shape = dtype.subdtype
        where = np.unravel_index(offset // base.itemsize, shape)
        return f"[{', '.join(map(str, where))}]{_field(base, offset % base.itemsize)}"
    for name, (inner, start, *_) in (dtype.fields or {}).items():
        if start <= offset < start + inner.itemsize:
            return f".{name}{_field(inner, offset - start)}"
    return ""
