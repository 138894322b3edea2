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
from app.simt.checks.order import Moment
from app.simt.checks.touch import Touch, touch
from app.simt.checks.visits import Visits
from app.simt.events import Access, Ints

STAMP = np.dtype(np.int32)
NEWEST, NEAR, FAR = "newest", "near", "far"


class Crowd:
    """The slots of one buffer, as planes of its cells. `unit` is in lanes."""

    def __init__(self, cells: Cells, name: str, unit: int, lane: np.dtype) -> None:
        self._cells, self._unit, self._lane = cells, unit, lane
        self._names = {slot: (f"{name}.{slot}.lane", f"{name}.{slot}.stamp") for slot in (NEWEST, NEAR, FAR)}
        self.waiting = Visits()  # who came and is not in the slots yet: most are over before anybody asks
        self._latest = 0  # stamp of the newest in the slots, at whichever cell

    @property
    def latest(self) -> int:
        """Stamp of whoever came last, to whichever cell."""
        return max(self._latest, self.waiting.latest)

    def come(self, event: Access, moment: Moment) -> None:
        """The lanes of an access come to its cells."""
        if self.waiting.is_full:
            self.catch_up(moment.floor)
        self.waiting.keep(event, moment)

    def catch_up(self, floor: int) -> None:
        """Let those who wait into the slots, to be met. Up to `floor` all are over."""
        for one in self.waiting.take(floor):
            self.add(touch(self._cells, one.event, one.moment.base, self._lane), one.moment)

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

    def add(self, met: Touch, moment: Moment) -> None:
        """Put the lanes of an access into the slots. What its moment tells to be over may be forgotten."""
        index, last, now, alone = met.index, met.last, moment.now, met.first is met.last
        lane, stamp = self._planes(NEWEST)
        if self._latest > moment.floor:
            old_stamp, floor = read(stamp, index), moment.floors(last)
            recent = old_stamp > floor
            if recent.any():
                old_lane = read(lane, index)
                if not alone or (recent & (old_lane != last)).any():
                    if moment.strangers and self._is_crowded(index, old_stamp, floor):
                        return
                    self._push(index, old_lane, old_stamp, last)
        self._latest = now
        write(lane, index, last)
        write(stamp, index, now)
        if not alone:
            self._accompany(met, now)

    def _is_crowded(self, index: Index, newest: Ints, floor: Ints | int) -> bool:
        """Whether two units are at every cell already: whoever acts next is a stranger to one of them."""
        return self._has(FAR) and bool((np.minimum(newest, read(self._planes(FAR)[1], index)) > floor).all())

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

    def _accompany(self, met: Touch, now: int) -> None:
        for slot, mask in zip((NEAR, FAR), met.pairs(self._unit), strict=True):
            if mask is True:
                lane, stamp = self._planes(slot)
                write(lane, met.index, met.first)
                write(stamp, met.index, now)
            elif mask is not False:
                self._put(slot, met.index, mask, met.first, np.full(met.first.shape, now, STAMP))

    def _put(self, slot: str, index: Index, mask: np.ndarray, lanes: Ints, stamps: Ints) -> None:
        lane, stamp = self._planes(slot)
        write(lane, index, np.where(mask, lanes, read(lane, index)))
        write(stamp, index, np.where(mask, stamps, read(stamp, index)))

    def _has(self, slot: str) -> bool:
        return self._cells.has(self._names[slot][1])

    def _planes(self, slot: str) -> tuple[np.ndarray, np.ndarray]:
        plane, (lane, stamp) = self._cells.plane, self._names[slot]
        return plane(lane, self._lane), plane(stamp, STAMP)
