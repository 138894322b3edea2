"""Crowd: who has touched each cell since its last write, in three slots a cell.

However many lanes touched a cell, three of them suffice to tell whether some lane other than the one that acts
now may still be at it: the *newest*; the newest other one of the same unit (*near*); the newest of another unit
(*far*). A unit is what a cheaper barrier orders: a block in global memory, a warp in shared memory. If lanes of
two units are there, then whoever acts now is of another unit than one of them. If all are of one unit, they are
ordered or not by when they came, and the newest two, of two lanes, came last.

What is not covered: a publication (`fences`), and a `syncwarp` that names some lanes, order by who did what and not by
when. Then an access that went out of the slots for newer ones may have been the one that is not ordered.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from app.simt.checks.cells import Cells
from app.simt.checks.layout import Index, read, write
from app.simt.events import Ints

STAMP = np.dtype(np.int32)
NEWEST, NEAR, FAR = "newest", "near", "far"


class Crowd:
    """The slots of one buffer, as planes of its cells. `unit` is in lanes."""

    def __init__(self, cells: Cells, name: str, unit: int, lane: np.dtype) -> None:
        self._cells, self._name, self._unit, self._lane = cells, name, unit, lane

    def slots(self, index: Index) -> Iterator[tuple[Ints, Ints]]:
        """(lane, stamp) of every slot in use, at these cells."""
        for slot in (NEWEST, NEAR, FAR):
            if self._has(slot):
                lane, stamp = self._planes(slot)
                yield read(lane, index), read(stamp, index)

    def clear(self, index: Index) -> None:
        for slot in (NEWEST, NEAR, FAR):
            if self._has(slot):
                write(self._planes(slot)[1], index, 0)

    def add(self, index: Index, first: Ints, last: Ints, now: int, floor: Ints | int, *, strangers: bool) -> None:
        """Lanes come to distinct cells: `last[i]` to the i-th, and `first[i]` with it (the same lane if alone).

        What a cell's slots hold up to `floor` is ordered before whoever may come next. `strangers`: nothing that was
        done after it orders two units.
        """
        lane, stamp = self._planes(NEWEST)
        old_lane, old_stamp = read(lane, index), read(stamp, index)
        alone = first is last
        recent = old_stamp > floor
        if alone and not (recent.any() and (recent & (old_lane != last)).any()):
            write(lane, index, last)
            write(stamp, index, now)
            return
        if strangers and self._has(FAR) and (np.minimum(old_stamp, read(self._planes(FAR)[1], index)) > floor).all():
            return  # two units are here already: whoever acts next is a stranger to one of them
        self._push(index, old_lane, old_stamp, last)
        write(lane, index, last)
        write(stamp, index, now)
        if not alone:
            self._accompany(index, first, last, now)

    def _push(self, index: Index, old_lane: Ints, old_stamp: Ints, newest: Ints) -> None:
        """Move who was newest aside, to the slot that fits the new one."""
        moved = (old_stamp > 0) & (old_lane != newest)
        if not moved.any():
            return
        near = moved & (old_lane // self._unit == newest // self._unit)
        far = moved & ~near
        if near.any():
            self._put(NEAR, index, near, old_lane, old_stamp)
        if far.any():
            if self._has(NEAR):
                self._put(NEAR, index, far, old_lane, np.zeros_like(old_stamp))
            self._put(FAR, index, far, old_lane, old_stamp)

    def _accompany(self, index: Index, first: Ints, last: Ints, now: int) -> None:
        several = first != last
        same = first // self._unit == last // self._unit
        for slot, mask in ((NEAR, several & same), (FAR, several & ~same)):
            if mask.any():
                self._put(slot, index, mask, first, np.full(first.shape, now, STAMP))

    def _put(self, slot: str, index: Index, mask: np.ndarray, lanes: Ints, stamps: Ints) -> None:
        lane, stamp = self._planes(slot)
        write(lane, index, np.where(mask, lanes, read(lane, index)))
        write(stamp, index, np.where(mask, stamps, read(stamp, index)))

    def _has(self, slot: str) -> bool:
        return self._cells.has(f"{self._name}.{slot}.stamp")

    def _planes(self, slot: str) -> tuple[np.ndarray, np.ndarray]:
        plane = self._cells.plane
        return plane(f"{self._name}.{slot}.lane", self._lane), plane(f"{self._name}.{slot}.stamp", STAMP)
