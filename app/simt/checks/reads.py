"""Reads of a buffer that nobody has written yet. Most arrays that a kernel reads are never written at all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from app.simt.checks.order import Order
from app.simt.even import Even, Pattern
from app.simt.events import Access, Ints

EVENTS = 1 << 15  # that are kept for one buffer
LANES = 1 << 20  # that are kept in lists


@dataclass(frozen=True, slots=True)
class Read:
    """As `Crowd.add` takes it. `base` is the number of its group's first lane."""

    event: Access
    base: int
    now: int
    floor: int
    strangers: bool


class Reads:
    """Keeps reads in case a write comes."""

    def __init__(self) -> None:
        self._kept: list[Read] = []
        self._listed = 0

    def keep(self, event: Access, order: Order) -> bool:
        """False where there are too many."""
        where: Even | tuple[Ints, Ints]
        if event.even is None:
            self._listed += event.count
            if self._listed > LANES:
                return False
            where = (event.lanes.copy(), event.offsets.copy())
        else:
            one = event.even.pattern  # a new one, without what has been noted on it
            where = Even(Pattern(one.lane, one.counts, one.strides, one.steps), event.even.offset)
        if len(self._kept) == EVENTS:
            return False
        kept = Access(event.op, event.buffer, event.line, event.column, where, event.size)
        self._kept.append(Read(kept, order.base, order.now, order.floor(shared=False), not order.published))
        return True

    def clear(self) -> None:
        """Everything that was read is over."""
        self._kept.clear()
        self._listed = 0

    def __iter__(self) -> Iterator[Read]:
        return iter(self._kept)
