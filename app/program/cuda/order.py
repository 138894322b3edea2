"""Which work of the device is sure to be done before which: what is in two streams has no order of its own.

Each stream has a clock, which says how much of every stream's work is done before its next piece begins (vector clocks,
as of Lamport's happened-before). The default stream waits for all others, and they for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

Clock = dict[int, int]
_KEPT = 64  # pieces of work for each memory that are remembered; older ones are rarely still under way


@dataclass(frozen=True, slots=True)
class Use:
    """Bytes `low` to `high` of a memory, which a piece of work writes to or only reads.

    Of what a kernel is given nobody can tell here which elements it looks at; of a copy every byte is known.
    """

    handle: int
    low: int
    high: int
    writes: bool
    copies: bool = True


@dataclass(frozen=True, slots=True)
class Work:
    use: Use
    stream: int
    tick: int
    line: int | None


@dataclass(slots=True)
class Order:
    """What was given to which stream, and what waits for what."""

    _clocks: dict[int, Clock] = field(default_factory=dict)
    _host: Clock = field(default_factory=dict)
    _marks: dict[int, Clock] = field(default_factory=dict)
    _work: dict[int, list[Work]] = field(default_factory=dict)
    _between: int | None = None  # line of what went to the default stream while other streams were busy

    def given(self, stream: int, uses: Iterable[Use], line: int | None) -> Work | None:
        """A piece of work is given to a stream: an earlier one that may still use the same bytes, if there is one."""
        self._note_between(stream, line)
        clock = self._clock(stream)
        clock[stream] = tick = clock.get(stream, 0) + 1
        early = None
        for use in uses:
            earlier = self._work.setdefault(use.handle, [])
            under_way = (one for one in earlier if one.tick > clock.get(one.stream, 0) and _clash(one.use, use))
            early = early or next(under_way, None)
            earlier.append(Work(use, stream, tick, line))
            del earlier[:-_KEPT]
        return early

    def split_at(self, stream: int) -> int | None:
        """The line of work in the default stream that keeps what is now given to a stream from what was before."""
        line = self._between if stream else None
        self._between = None if stream else self._between
        return line

    def recorded(self, event: int, stream: int) -> None:
        self._marks[event] = dict(self._clock(stream))

    def awaits(self, stream: int, event: int) -> None:
        """A stream waits for an event."""
        _merge(self._clock(stream), self._marks.get(event, {}))

    def waited(self, stream: int) -> None:
        """The host has waited for a stream, or with 0 for all."""
        _merge(self._host, self._clock(stream))

    def _clock(self, stream: int) -> Clock:
        """What is done before the next piece of work in a stream."""
        own = self._clocks.setdefault(stream, {})
        for other in [*self._clocks.values()] if not stream else [self._clocks.get(0, {})]:
            _merge(own, other)
        _merge(own, self._host)
        return own

    def _note_between(self, stream: int, line: int | None) -> None:
        busy = (clock.get(one, 0) > self._host.get(one, 0) for one, clock in self._clocks.items() if one)
        if not stream and any(busy):
            self._between = line


def _merge(into: Clock, other: Mapping[int, int]) -> None:
    for stream, tick in other.items():
        into[stream] = max(into.get(stream, 0), tick)


def _clash(first: Use, second: Use) -> bool:
    """Whether the result depends on which comes first. Of two kernels nothing is said: they may use different parts."""
    if not (first.writes or second.writes) or not (first.copies or second.copies):
        return False
    if first.copies and second.copies:
        return first.low < second.high and second.low < first.high
    copy, kernel = (first, second) if first.copies else (second, first)
    return copy.low <= kernel.low < kernel.high <= copy.high
