"""Reads of a buffer that no write has come after. Most are over, behind a barrier, when the next write comes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from app.simt.checks.order import Moment
from app.simt.even import Even, Pattern
from app.simt.events import Access, Ints

EVENTS = 1 << 14  # that are kept for one buffer
LANES = 1 << 20  # that are kept in lists


@dataclass(slots=True)
class Read:
    event: Access
    moment: Moment


class Reads:
    """Reads that a write may meet, oldest first."""

    def __init__(self) -> None:
        self._kept: list[Read] = []
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
        self._kept.append(Read(kept, moment))
        self.latest = moment.now

    def take(self, floor: int) -> Iterator[Read]:
        """Those that are newer than `floor`; none are kept any longer."""
        kept = self._kept
        self.clear()
        return (read for read in kept if read.moment.now > floor)

    def clear(self) -> None:
        """All are over."""
        self._kept = []
        self._listed = self.latest = 0

    def lighten(self) -> None:
        """Drop what is noted on the patterns of a group that has ended."""
        for read in self._kept:
            even = read.event.even
            if even is not None and even.pattern.notes:
                old, one = read.event, even.pattern
                where = Even(Pattern(one.lane, one.counts, one.strides, one.steps), even.offset)
                read.event = Access(old.op, old.buffer, old.line, old.column, where, old.size)
