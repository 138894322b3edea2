"""A picture of how often a launch wrote each element: squares where they are few, segments or a raster where many."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, groupby
from typing import Literal

from app.domain.verdict import Coverage

State = Literal["never", "once", "more"]
Run = tuple[int, int]  # (length, times)
Box = tuple[float, float, float, float]  # x, y, width, height

STATES: tuple[State, ...] = ("never", "once", "more")
_WORST = (0, 2, 1)  # times, the one to see first: what a bucket of several elements shows
_WARP = 32  # squares in a row, as lanes in a warp
_SQUARES = 1024
_PITCH, _SIDE = 12, 10
_LENGTH, _THICKNESS = 640, 32  # of a strip
_EXTENT = 384  # of the longer side of a raster
_LEAST = 3  # units that the shortest run still takes: one element of a million has to be seen
_CUTS = 48  # more runs than this would not be told apart
_BUCKETS = 64
_SPANS = 3


@dataclass(frozen=True, slots=True)
class Band:
    """Rows that are written alike."""

    rows: int
    runs: tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class Span:
    """Elements in a row that share a state, `last` included."""

    state: State
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Picture:
    """What _coverage.html draws: a path for each state that occurs, in a view box of width and height."""

    kind: Literal["squares", "strip", "raster"]
    width: int
    height: int
    paths: tuple[tuple[State, str], ...]
    bucket: int  # elements that one square stands for; 1 where each element is drawn
    spans: tuple[Span, ...]  # where the elements lie that were not written once, the first few; of one axis alone
    more_spans: int  # how many there are besides


@lru_cache(64)  # a page that was changed in one place shows its other pictures again
def picture(coverage: Coverage) -> Picture | None:
    """None where the elements lie too scattered to be listed, or where there are none."""
    rows, cols = _table(coverage.shape)
    if not coverage.runs or not rows * cols:
        return None
    spans = tuple(_spans(coverage.runs)) if rows == 1 else ()
    kind, size, boxes, bucket = _drawn(coverage.runs, rows, cols)
    return Picture(
        kind=kind,
        width=size[0],
        height=size[1],
        paths=_paths(boxes),
        bucket=bucket,
        spans=spans[:_SPANS],
        more_spans=max(0, len(spans) - _SPANS),
    )


def _table(shape: tuple[int, ...]) -> tuple[int, int]:
    """An output as rows and columns: the last axis runs along a row."""
    return (math.prod(shape[:-1]), shape[-1]) if shape else (1, 1)


Drawn = tuple[Literal["squares", "strip", "raster"], tuple[int, int], list[tuple[int, Box]], int]


def _drawn(runs: Sequence[Run], rows: int, cols: int) -> Drawn:
    """(kind, size, what is drawn as (times, box), elements a box stands for)."""
    if rows * cols <= _SQUARES and (rows == 1 or max(rows, cols) <= _BUCKETS):
        wide = min(cols, _WARP) if rows == 1 else cols
        size = (max(wide, _WARP) * _PITCH, -(-rows * cols // wide) * _PITCH)
        return "squares", size, list(_squares(runs, wide)), 1
    bands = _bands(runs, cols)
    kind: Literal["strip", "raster"] = "strip" if rows == 1 else "raster"
    size = (_LENGTH, _THICKNESS) if rows == 1 else _extent(rows, cols)
    x_cuts = sorted({0, *(cut for band in bands for cut in accumulate(length for length, _ in band.runs))})
    if len(x_cuts) <= _CUTS and len(bands) <= _CUTS:
        return kind, size, list(_regions(bands, x_cuts, size)), 1
    high, wide = min(rows, _BUCKETS), min(cols, _BUCKETS if rows > 1 else 2 * _BUCKETS)
    table = _buckets(bands, rows, cols, high, wide)
    return kind, size, list(_cells(table, size)), -(-rows // high) * -(-cols // wide)


def _extent(rows: int, cols: int) -> tuple[int, int]:
    scale = _EXTENT / max(rows, cols)
    return max(round(cols * scale), _THICKNESS), max(round(rows * scale), _THICKNESS)


def _squares(runs: Sequence[Run], wide: int) -> Iterator[tuple[int, Box]]:
    place = 0
    for length, times in runs:
        for at in range(place, place + length):
            yield times, (at % wide * _PITCH + 1, at // wide * _PITCH + 1, _SIDE, _SIDE)
        place += length


def _bands(runs: Sequence[Run], cols: int) -> list[Band]:
    rows = (Band(count, tuple(row)) for count, row in _rows(runs, cols))
    return [Band(sum(band.rows for band in alike), of) for of, alike in groupby(rows, key=lambda band: band.runs)]


def _rows(runs: Sequence[Run], cols: int) -> Iterator[tuple[int, list[Run]]]:
    """Runs cut at the ends of rows, as (how many rows, their runs). Whole rows of one kind come at once."""
    row: list[Run] = []
    room = cols
    for total, times in runs:
        length = total
        while length:
            if room == cols and length >= cols:
                yield length // cols, [(cols, times)]
                length %= cols
                continue
            taken = min(room, length)
            row.append((taken, times))
            length, room = length - taken, room - taken
            if not room:
                yield 1, row
                row, room = [], cols


def _regions(bands: Sequence[Band], x_cuts: Sequence[int], size: tuple[int, int]) -> Iterator[tuple[int, Box]]:
    y_cuts = [0, *accumulate(band.rows for band in bands)]
    xs, ys = _scale(x_cuts, size[0]), _scale(y_cuts, size[1])
    for top, band in zip(y_cuts, bands, strict=False):
        left = 0
        for length, times in band.runs:
            x, y = xs[left], ys[top]
            yield times, (x, y, xs[left + length] - x, ys[top + band.rows] - y)
            left += length


def _scale(cuts: Sequence[int], extent: int) -> dict[int, float]:
    """Where each cut is drawn: in proportion, but no piece thinner than `_LEAST`."""
    free = extent - _LEAST * (len(cuts) - 1)
    return {cut: _LEAST * number + free * cut / cuts[-1] for number, cut in enumerate(cuts)}


def _buckets(bands: Sequence[Band], rows: int, cols: int, high: int, wide: int) -> list[list[int]]:
    """The worst of each bucket, as times."""
    table = [[1] * wide for _ in range(high)]
    top = 0
    for band in bands:
        left = 0
        for length, times in band.runs:
            for y in range(top * high // rows, -(-(top + band.rows) * high // rows)):
                for x in range(left * wide // cols, -(-(left + length) * wide // cols)):
                    table[y][x] = min(table[y][x], times, key=_WORST.index)
            left += length
        top += band.rows
    return table


def _cells(table: Sequence[Sequence[int]], size: tuple[int, int]) -> Iterator[tuple[int, Box]]:
    width, height = size[0] / len(table[0]), size[1] / len(table)
    for y, row in enumerate(table):
        left = 0
        for times, alike in groupby(row):
            long = len(list(alike))
            yield times, (left * width, y * height, long * width, height)
            left += long


def _paths(boxes: Sequence[tuple[int, Box]]) -> tuple[tuple[State, str], ...]:
    return tuple(
        (state, "".join(_path(box) for times, box in boxes if times == number))
        for number, state in enumerate(STATES)
        if any(times == number for times, _ in boxes)
    )


def _path(box: Box) -> str:
    x, y, width, height = (f"{round(length, 2):g}" for length in box)
    return f"M{x} {y}h{width}v{height}h-{width}z"


def _spans(runs: Sequence[Run]) -> Iterator[Span]:
    place = 0
    for length, times in runs:
        if times != 1:
            yield Span(STATES[times], place, place + length - 1)
        place += length
