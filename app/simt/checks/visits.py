"""Visits: reads or atomics that nobody had to be held against yet. Most are over, behind a barrier, when one comes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from app.simt.checks.order import Moment
from app.simt.even import Even, Pattern
from app.simt.events import Access, Ints

EVENTS = 1 << 14  # that are kept for one buffer
LANES = 1 << 20  # that are kept in lists


@dataclass(slots=True)
class Visit:
    event: Access
    moment: Moment


class Visits:
    """Of one buffer, oldest first."""

    def __init__(self) -> None:
        self._kept: list[Visit] = []
        self._listed = 0
        self.latest = 0  # stamp of the newest

    @property
    def is_full(self) -> bool:
        return len(self._kept) >= EVENTS or self._listed >= LANES

    def keep(self, event: Access, moment: Moment) -> None:
        where: Even | tuple[Ints, Ints] | None = event.even
        if where is None:
            self._listed += event.count
            where = (event.lanes, event.offsets)
        kept = Access(event.op, event.buffer, event.line, event.column, where, event.size)
        self._kept.append(Visit(kept, moment))
        self.latest = moment.now

    def take(self, floor: int) -> Iterator[Visit]:
        """Those that are newer than `floor`; none are kept any longer."""
        kept = self._kept
        self.clear()
        return (visit for visit in kept if visit.moment.now > floor)

    def clear(self) -> None:
        """All are over."""
        self._kept = []
        self._listed = self.latest = 0

    def lighten(self) -> None:
        """Drop what is noted on the patterns of a group that has ended."""
        for visit in self._kept:
            even = visit.event.even
            if even is not None and even.pattern.notes:
                old, one = visit.event, even.pattern
                where = Even(Pattern(one.lane, one.counts, one.strides, one.steps), even.offset)
                visit.event = Access(old.op, old.buffer, old.line, old.column, where, old.size)
