"""A roofline: what a card can do at most for each amount of work a byte, and where a kernel stands below it.

Pure geometry, in units of the picture's view box. Source of the model: S. Williams, A. Waterman, D. Patterson,
"Roofline: An Insightful Visual Performance Model for Multicore Architectures", CACM 52 (4), 2009.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

WIDTH, HEIGHT = 384, 284
_LEFT, _RIGHT, _TOP, _BOTTOM = 66, 372, 34, 236
_TICKS = 6  # labels of an axis, at most
_ABOVE, _BELOW, _BESIDE = 0.2, 0.6, 0.35  # decades that stay free round what is drawn
_SLOPE = 1.2  # decades of the slope that are seen at least
_UNDER = 1.7  # and below the flat roof
_PLAIN = (-3, 6)  # decades that are written out; beyond them as powers of ten
_SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_LIFT = 7  # of a label over its roof
_ROOM = 104  # that the point's label takes to its right

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Tick:
    at: float
    label: str


@dataclass(frozen=True, slots=True)
class Label:
    """`turn` in degrees, clockwise. `ends` where the text ends at its place instead of beginning there."""

    x: float
    y: float
    turn: float = 0.0
    ends: bool = False


@dataclass(frozen=True, slots=True)
class Axis:
    """Decades `low` to `high` between the pixels `start` and `end`."""

    low: int
    high: int
    start: float
    end: float

    def at(self, value: float) -> float:
        share = (math.log10(value) - self.low) / (self.high - self.low)
        return round(self.start + share * (self.end - self.start), 1)

    def ticks(self) -> Iterator[Tick]:
        step = -(-(self.high - self.low) // (_TICKS - 1))
        for decade in range(self.low, self.high + 1, step):
            yield Tick(self.at(10.0**decade), _power(decade))


@dataclass(frozen=True, slots=True)
class Roofline:
    """What _roofline.html draws. `limit` is what the roof above the point is made of."""

    x_ticks: tuple[Tick, ...]
    y_ticks: tuple[Tick, ...]
    slope: tuple[Point, Point]
    slope_label: Label
    ceiling: tuple[Point, Point]
    ceiling_label: Label
    point: Point
    point_label: Label
    roof_y: float  # of the roof over the point
    roof: float  # GFLOP/s there
    ridge: float  # FLOP a byte from which on arithmetic is the limit
    memory_bound: bool
    left: int = _LEFT
    right: int = _RIGHT
    top: int = _TOP
    bottom: int = _BOTTOM
    width: int = WIDTH
    height: int = HEIGHT


def roofline(intensity: float, gflops: float, peak_gbps: float, peak_gflops: float) -> Roofline | None:
    """`intensity` in FLOP a byte. None where one of them is not above nothing: a logarithm has no place for it."""
    if min(intensity, gflops, peak_gbps, peak_gflops) <= 0:
        return None
    ridge = peak_gflops / peak_gbps
    roof = min(peak_gflops, intensity * peak_gbps)
    x = _axis(min(intensity, ridge / 10**_SLOPE), max(intensity, ridge), (_BESIDE, _BESIDE), (_LEFT, _RIGHT))
    while x.at(intensity) + _ROOM > _RIGHT:
        x = replace(x, high=x.high + 1)
    lowest = min(gflops, roof, peak_gflops / 10**_UNDER)
    y = _axis(lowest, max(gflops, peak_gflops), (_BELOW if lowest == gflops else 0, _ABOVE), (_BOTTOM, _TOP))
    first = max(10.0**x.low, 10.0**y.low / peak_gbps)
    slope = ((x.at(first), y.at(first * peak_gbps)), (x.at(ridge), y.at(peak_gflops)))
    ceiling = (slope[1], (float(_RIGHT), y.at(peak_gflops)))
    point = (x.at(intensity), y.at(gflops))
    return Roofline(
        x_ticks=tuple(x.ticks()),
        y_ticks=tuple(y.ticks()),
        slope=slope,
        slope_label=_along(*slope),
        ceiling=ceiling,
        ceiling_label=Label(_RIGHT, ceiling[1][1] - _LIFT, ends=True),
        point=point,
        point_label=_beside(*point),
        roof_y=y.at(roof),
        roof=roof,
        ridge=ridge,
        memory_bound=intensity < ridge,
    )


def _axis(low: float, high: float, free: tuple[float, float], pixels: tuple[float, float]) -> Axis:
    return Axis(math.floor(math.log10(low) - free[0]), math.ceil(math.log10(high) + free[1]), *pixels)


def _along(start: Point, end: Point) -> Label:
    """Over the middle of a line, turned with it."""
    (x1, y1), (x2, y2) = start, end
    angle = math.atan2(y2 - y1, x2 - x1)
    x = (x1 + x2) / 2 + _LIFT * math.sin(angle)
    y = (y1 + y2) / 2 - _LIFT * math.cos(angle)
    return Label(round(x, 1), round(y, 1), round(math.degrees(angle), 1))


def _beside(x: float, y: float) -> Label:
    """To the right and a little below, where neither roof can be."""
    return Label(x + 10, min(y + 15, _BOTTOM - 5))


def _power(decade: int) -> str:
    if decade < _PLAIN[0] or decade > _PLAIN[1]:
        return f"10{str(decade).translate(_SUPERSCRIPTS)}"
    return f"{10**decade:,}" if decade >= 0 else f"{10.0**decade:.{-decade}f}"
