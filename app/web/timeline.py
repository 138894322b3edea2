"""A timeline of calls as a picture and a table: time runs to the right, a row for each engine or each stream.

Pure geometry, in units of the picture's view box. What lies closer than can be seen is drawn as one.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import groupby
from typing import Literal

from pydantic import computed_field

from app.domain.verdict import Timeline, TimelineCall
from app.web.quantities import significant

Engine = Literal["host", "copy_in", "compute", "copy_out"]
Look = Literal["host", "copy_in", "compute", "copy_out", "mixed"]

ENGINES: tuple[Engine, ...] = ("host", "copy_in", "compute", "copy_out")
_AT_ONCE = ENGINES[1:]  # those that can work side by side
WIDTH = 400
_LEFT, _RIGHT = 4, 396
_TOP, _LANE, _RAIL = 4, 46, 40  # a lane's name stands over its bars, and these on a rail
_AXIS = 38
_HEIGHTS: dict[Look, int] = {"host": 16, "copy_in": 16, "compute": 22, "copy_out": 16, "mixed": 18}
_LOWEST = 3
_HOLLOW = 6  # what goes out hangs higher than what comes in
_TICKS = 5
_STREAMS = 8  # with more of them a row is an engine
_BARS = 320  # of a picture
_LEAST = 2.0  # units that the shortest call still takes
_CHARACTER = 7.2  # of a label in a bar
_ROUNDED = 8.0  # a bar that is wider has round corners
_EDGE = 20  # from the right end on, where a label would not fit
_ROWS = 40  # of the table


class TimelineView(Timeline):
    """Times in microseconds. `overlap_us`: at least two of copying in, computing and copying out at once."""

    @computed_field  # type: ignore[prop-decorator]  # mypy knows no decorated property
    @property
    def total_us(self) -> float:
        return max((call.end_us for call in self.calls), default=0.0)

    @computed_field  # type: ignore[prop-decorator]  # mypy knows no decorated property
    @property
    def busy_us(self) -> dict[Engine, float]:
        return {engine: sum(end - start for start, end in _union(self.calls, engine)) for engine in ENGINES}

    @computed_field  # type: ignore[prop-decorator]  # mypy knows no decorated property
    @property
    def overlap_us(self) -> float:
        return _overlap([span for engine in _AT_ONCE for span in _union(self.calls, engine)])


@dataclass(frozen=True, slots=True)
class Bar:
    """Calls that are drawn as one, mostly a single one: the lower, the less of its time they take together.

    `row` is that of the table, None where it has none.
    """

    x: float
    y: float
    width: float
    height: float
    look: Look
    calls: tuple[TimelineCall, ...]
    row: int | None

    @property
    def room(self) -> int:
        """Characters that fit in; none where several calls would share a name."""
        return int((self.width - 6) / _CHARACTER) if len(self.calls) == 1 else 0

    @property
    def middle(self) -> tuple[float, float]:
        return round(self.x + self.width / 2, 1), round(self.y + self.height / 2, 1)

    @property
    def radius(self) -> int:
        return 2 if self.width > _ROUNDED else 0

    @property
    def end_us(self) -> float:
        return max(call.end_us for call in self.calls)

    @property
    def lines(self) -> tuple[int, ...]:
        return tuple(sorted({call.line for call in self.calls if call.line is not None}))


@dataclass(frozen=True, slots=True)
class Lane:
    """`stream` where the row is a stream and no engine."""

    engine: Engine
    stream: int | None
    y: int
    bars: tuple[Bar, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """Calls that the table lists as one: all of a line that do the same."""

    call: TimelineCall  # the first
    count: int
    bytes: int
    us: float


@dataclass(frozen=True, slots=True)
class Tick:
    x: float
    label: str
    anchor: Literal["start", "middle", "end"]


@dataclass(frozen=True, slots=True)
class Picture:
    """What _timeline.html draws. `grouped`: a row of the table stands for all alike; `unlisted`: rows it leaves out."""

    lanes: tuple[Lane, ...]
    ticks: tuple[Tick, ...]
    unit: Literal["µs", "ms", "s"]
    rows: tuple[Row, ...]
    grouped: bool
    unlisted: int
    by_stream: bool
    streams: int
    bottom: int
    height: int
    merged: bool = False
    implicit: bool = False
    width: int = WIDTH
    left: int = _LEFT
    right: int = _RIGHT
    looks: frozenset[Look] = field(default_factory=frozenset)


@lru_cache(32)  # thousands of calls are not laid out anew for each reader of a page
def drawn(timeline: TimelineView) -> Picture | None:
    """None where there is no call."""
    if not timeline.calls:
        return None
    groups = _grouped(timeline.calls)
    scale = (_RIGHT - _LEFT) / max(timeline.total_us, 1e-9)
    streams = {call.stream for call in timeline.calls if call.engine != "host"}
    by_stream = streams - {0} != set() and len(streams) <= _STREAMS
    rows_of = {id(call): number for number, group in enumerate(groups[:_ROWS]) for call in group}
    lanes = _lanes(timeline.calls, by_stream=by_stream)
    bars = _bars(lanes, scale, rows_of)
    bottom = _TOP + _LANE * len(lanes)
    ticks, unit = _ticks(timeline.total_us, scale)
    return Picture(
        lanes=tuple(replace(lane, bars=drawn) for lane, drawn in zip((lane for lane, _ in lanes), bars, strict=True)),
        ticks=ticks,
        unit=unit,
        rows=tuple(_row(group) for group in groups[:_ROWS]),
        grouped=len(groups) < len(timeline.calls),
        unlisted=max(0, len(groups) - _ROWS),
        by_stream=by_stream,
        streams=len(streams),
        bottom=bottom,
        height=bottom + _AXIS,
        merged=any(len(bar.calls) > 1 for lane in bars for bar in lane),
        implicit=any(bar.calls[0].implicit for lane in bars for bar in lane),
        looks=frozenset(bar.look for lane in bars for bar in lane),
    )


def _lanes(calls: Sequence[TimelineCall], *, by_stream: bool) -> list[tuple[Lane, list[TimelineCall]]]:
    """The rows that hold something, with their calls in the order of their starts."""
    places: dict[tuple[Engine, int | None], list[TimelineCall]] = {}
    for call in sorted(calls, key=lambda call: call.start_us):
        key = (call.engine, None) if call.engine == "host" or not by_stream else ("compute", call.stream)
        places.setdefault(key, []).append(call)  # type: ignore[arg-type]  # mypy widens the literals of a pair
    order = sorted(places, key=lambda key: (ENGINES.index(key[0]), key[1] or 0))
    return [(Lane(*key, _TOP + _LANE * number, ()), places[key]) for number, key in enumerate(order)]


def _bars(
    lanes: Sequence[tuple[Lane, Sequence[TimelineCall]]], scale: float, rows: dict[int, int]
) -> list[tuple[Bar, ...]]:
    """The coarser, the more there are: a page of five thousand calls is no larger than one of five hundred."""
    gap = 1.0
    while True:
        made = [
            tuple(_bar(group, lane.y, scale, rows) for group in _together(calls, scale, gap)) for lane, calls in lanes
        ]
        if sum(map(len, made)) <= _BARS or gap > WIDTH:
            return made
        gap *= 2


def _together(calls: Sequence[TimelineCall], scale: float, gap: float) -> Iterator[list[TimelineCall]]:
    """Neighbours that are short, and closer than `gap`, go together."""
    group: list[TimelineCall] = []
    for call in calls:
        if group and not _one(group[-1], call, scale, gap):
            yield group
            group = []
        group.append(call)
    if group:
        yield group


def _one(last: TimelineCall, call: TimelineCall, scale: float, gap: float) -> bool:
    short = max(last.end_us - last.start_us, call.end_us - call.start_us) * scale < _LEAST * gap
    return short and (call.start_us - last.end_us) * scale < gap


def _bar(calls: Sequence[TimelineCall], top: int, scale: float, rows: dict[int, int]) -> Bar:
    start, end = calls[0].start_us, max(call.end_us for call in calls)
    width = max((end - start) * scale, _LEAST)
    engines = {call.engine for call in calls}
    look: Look = calls[0].engine if len(engines) == 1 else "mixed"
    busy = sum(call.end_us - call.start_us for call in calls)
    share = min(1.0, busy / (end - start)) if end > start else 1.0
    height = max(_LOWEST, _HEIGHTS[look] * share)
    return Bar(
        x=round(min(_LEFT + start * scale, _RIGHT - width), 2),
        y=round(top + _RAIL - height - (_HOLLOW if look == "copy_out" and share == 1 else 0), 2),
        width=round(width, 2),
        height=round(height, 2),
        look=look,
        calls=tuple(calls),
        row=rows.get(id(calls[0])),
    )


def _grouped(calls: Sequence[TimelineCall]) -> list[list[TimelineCall]]:
    """Each call for itself where they are few; else those alike together, in the order of the first of each."""
    if len(calls) <= _ROWS:
        return [[call] for call in calls]
    groups: dict[tuple[object, ...], list[TimelineCall]] = {}
    for call in calls:
        groups.setdefault((call.action, call.line, call.kernel, call.implicit, call.pinned), []).append(call)
    return list(groups.values())


def _row(group: Sequence[TimelineCall]) -> Row:
    return Row(
        group[0], len(group), sum(call.bytes for call in group), sum(call.end_us - call.start_us for call in group)
    )


def _ticks(total_us: float, scale: float) -> tuple[tuple[Tick, ...], Literal["µs", "ms", "s"]]:
    size, unit = _unit(total_us)
    step = _step(total_us / size / _TICKS)
    count = int(total_us / size / step + 1e-9)
    places = [number * step for number in range(count + 1)]
    return tuple(_tick(round(_LEFT + place * size * scale, 1), place) for place in places), unit


def _tick(x: float, place: float) -> Tick:
    anchor: Literal["start", "middle", "end"] = "end" if x > _RIGHT - _EDGE else "middle" if place else "start"
    return Tick(x, significant(place), anchor)


def _unit(total_us: float) -> tuple[float, Literal["µs", "ms", "s"]]:
    if total_us >= 2e6:
        return 1e6, "s"
    return (1e3, "ms") if total_us >= 2e3 else (1.0, "µs")


def _step(rough: float) -> float:
    """The next of 1, 2, 5, 10 and their multiples."""
    size: float = 10.0 ** math.floor(math.log10(max(rough, 1e-9)))
    return next(step * size for step in (1, 2, 5, 10) if step * size >= rough * (1 - 1e-9))


def _union(calls: Sequence[TimelineCall], engine: Engine) -> list[tuple[float, float]]:
    spans: list[tuple[float, float]] = []
    for call in sorted((call for call in calls if call.engine == engine), key=lambda call: call.start_us):
        if spans and call.start_us <= spans[-1][1]:
            spans[-1] = (spans[-1][0], max(spans[-1][1], call.end_us))
        else:
            spans.append((call.start_us, call.end_us))
    return spans


def _overlap(spans: Sequence[tuple[float, float]]) -> float:
    """How long two or more of the spans lie over each other."""
    edges = sorted([(start, 1) for start, _ in spans] + [(end, -1) for _, end in spans])
    total, depth, since = 0.0, 0, 0.0
    for at, alike in groupby(edges, key=lambda edge: edge[0]):
        if depth > 1:
            total += at - since
        depth, since = depth + sum(change for _, change in alike), at
    return total
