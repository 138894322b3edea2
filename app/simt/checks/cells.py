"""Cells: where a check keeps what it knows of a buffer's bytes.

A buffer is cut into cells of `grain` bytes, the smallest item that anyone has used on it so far, so that two
typed views of one allocation meet in the same cells. Shared memory has one copy of the cells a block, local
memory one a lane. What is known of a cell lives in *planes*, flat arrays over all cells of all copies.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import gcd

import numpy as np

from app.simt.events import Access, Buffer, Ints

Index = slice | Ints
Plane = np.ndarray
PIECE = 1 << 15  # lanes


@dataclass(frozen=True, slots=True)
class Spot:
    """The cells of one access: `lanes[i]` is at cell `index[i]`. `distinct` says that no cell comes twice."""

    index: Index
    lanes: Ints
    distinct: bool
    repeat: int  # cells a lane

    def cells(self) -> Ints:
        """The cells as numbers."""
        if isinstance(self.index, slice):
            return np.arange(self.index.start, self.index.stop, dtype=np.int64)
        return self.index


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
        if name not in self._planes:
            self._planes[name] = np.zeros(self._copies * self._per_copy, dtype)
        return self._planes[name]

    def offset(self, cell: int) -> int:
        """The byte offset into its copy at which a cell begins."""
        return (cell % self._per_copy) * self.grain

    def locate(self, event: Access) -> Spot:
        """The cells that an access touches, as a slice where they lie side by side."""
        offsets = event.offsets
        if not self._lanes_per_copy and _contiguous(offsets, event.size):
            return self._slice(event)
        self._fit(event, offsets)
        cells = offsets // self.grain if self.grain > 1 else offsets
        if self._lanes_per_copy:
            cells = cells + event.lanes // self._lanes_per_copy * self._per_copy
        return self._spread(cells, event)

    def _slice(self, event: Access) -> Spot:
        first, last = int(event.offsets[0]), int(event.offsets[-1])
        self._fit(event, event.offsets[:1])
        self._reach(last + event.size)
        repeat = event.size // self.grain
        lanes = event.lanes if repeat == 1 else np.repeat(event.lanes, repeat)
        return Spot(slice(first // self.grain, (last + event.size) // self.grain), lanes, distinct=True, repeat=repeat)

    def _spread(self, cells: Ints, event: Access) -> Spot:
        repeat = event.size // self.grain
        distinct = bool((cells[1:] > cells[:-1] + (repeat - 1)).all())
        if repeat == 1:
            return Spot(cells, event.lanes, distinct, 1)
        wide = (cells[:, None] + np.arange(repeat)).ravel()
        return Spot(wide, np.repeat(event.lanes, repeat), distinct, repeat)

    def _fit(self, event: Access, offsets: Ints) -> None:
        """Make the grain divide the access, and the planes reach as far as it does."""
        grain = gcd(self.grain, event.size)
        if grain > 1 and (offsets % grain).any():
            grain = gcd(grain, int(np.gcd.reduce(offsets)))
        if grain != self.grain:
            self._refine(grain)
        self._reach(int(offsets.max()) + event.size)

    def _refine(self, grain: int) -> None:
        factor = self.grain // grain
        self._planes = {name: np.repeat(plane, factor) for name, plane in self._planes.items()}
        self.grain, self._per_copy = grain, self._per_copy * factor

    def _reach(self, nbytes: int) -> None:
        """A second view of one allocation may be longer than the first that was seen."""
        needed = -(-nbytes // self.grain)
        if needed <= self._per_copy:
            return
        for name, plane in self._planes.items():
            wider = np.zeros((self._copies, needed), plane.dtype)
            wider[:, : self._per_copy] = plane.reshape(self._copies, self._per_copy)
            self._planes[name] = wider.reshape(-1)
        self._per_copy = needed


def _contiguous(offsets: Ints, size: int) -> bool:
    """Whether each lane's bytes begin where the lane's before end."""
    if offsets[-1] - offsets[0] != (offsets.size - 1) * size:
        return False
    # Piece by piece: on a million lanes the temporary arrays of one comparison fall out of the cache.
    pieces = (offsets[start : start + PIECE + 1] for start in range(0, offsets.size, PIECE))
    return all(bool((piece[1:] - piece[:-1] == size).all()) for piece in pieces)


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


def written(buffer: Buffer, subscripts: list[int]) -> str:
    """The element as the learner would write it: `tile[3, 5]`."""
    return f"{buffer.name}[{', '.join(map(str, subscripts))}]"
