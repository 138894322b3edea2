"""The first accesses of every line, kept for the picture of a warp's memory."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from app.simt.events import WARP, Access, Geometry, Observer

KEPT = 32  # events a line


@dataclass(frozen=True, slots=True)
class WarpAccess:
    """One access of one warp. `lanes` are 0 to 31, `offsets` bytes into the array's own copy."""

    array: str
    space: str
    op: str
    size: int
    lanes: tuple[int, ...]
    offsets: tuple[int, ...]


class Trace(Observer):
    wants = frozenset({Access})

    def __init__(self) -> None:
        self._first_warp = 0
        self._kept: defaultdict[int, list[tuple[int, Access]]] = defaultdict(list)

    def group_begin(self, geometry: Geometry) -> None:
        self._first_warp = geometry.first_block * (geometry.lanes_per_block // WARP)

    def access(self, event: Access) -> None:
        kept = self._kept[event.line]
        if len(kept) < KEPT:
            where = event.even or (event.lanes.copy(), event.offsets.copy())
            copy = Access(event.op, event.buffer, event.line, event.column, where, event.size)
            kept.append((self._first_warp, copy))

    def of(self, line: int, warp: int) -> list[WarpAccess]:
        """What a warp did on a line, in order. Warps are numbered over the whole grid."""
        found = []
        for first, event in self._kept.get(line, ()):
            mine = event.lanes // WARP == warp - first
            if mine.any():
                lanes = tuple((event.lanes[mine] % WARP).tolist())
                offsets = tuple(event.offsets[mine].tolist())
                buffer = event.buffer
                found.append(WarpAccess(buffer.name, buffer.space.value, event.op.value, event.size, lanes, offsets))
        return found
