"""Touch: an access as the distinct cells that it meets, each with its first and its last lane."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.simt.checks.cells import Cells, Spot
from app.simt.checks.layout import Bits, Index, Layout
from app.simt.events import Access, Ints, Op

ORDINAL = np.dtype(np.int32)
MARK = np.dtype(np.bool_)
NARROW, WIDE = np.dtype(np.uint32), np.dtype(np.uint64)  # of a value's bits
MIX = np.uint64(0x9E3779B97F4A7C15)


Mask = bool | NDArray[np.bool_]


@dataclass(slots=True)
class Touch:
    """Lanes are numbered over the launch. `first is last` where no cell has two lanes."""

    event: Access
    spot: Spot
    index: Index  # distinct
    first: Ints
    last: Ints
    value: Bits | None  # what `last` stores, as bits
    clash: NDArray[np.bool_] | None  # of a store, by cell: its lanes store different values; None where all are alone

    def pairs(self, unit: int) -> tuple[Mask, Mask]:
        """By cell, whether its first and last lane are two of one unit, and of two; a bool where it holds for all."""
        if self.spot.layout is None:
            return _pairs(self.first, self.last, unit)
        notes, key = self.spot.layout.pattern.notes, ("pairs", unit, self.spot.layout.key)
        if key not in notes:
            notes[key] = _pairs(self.first, self.last, unit)
        found: tuple[Mask, Mask] = notes[key]
        return found

    def lanes(self, hit: NDArray[np.bool_]) -> Ints:
        """Every lane of the group (increasing) at the cells that `hit` marks."""
        if self.spot.layout is not None or self.first is self.last:
            return self.spot.lanes(hit)
        everyone, distinct = self.spot.index, self.index
        assert isinstance(everyone, np.ndarray), "only a layout gives an index by formula"
        assert isinstance(distinct, np.ndarray), "as above"
        return self.spot.lanes(np.isin(everyone, distinct[hit]))


def _pairs(first: Ints, last: Ints, unit: int) -> tuple[Mask, Mask]:
    several, same = first != last, first // unit == last // unit
    near, far = several & same, several & ~same
    return _plain(near), _plain(far)


def _plain(mask: NDArray[np.bool_]) -> Mask:
    count = np.count_nonzero(mask)
    return mask if 0 < count < mask.size else bool(count)


def touch(cells: Cells, event: Access, base: int, lane: np.dtype) -> Touch:
    """Find the distinct cells of an access. `base` is the number of the group's first lane."""
    spot = cells.locate(event)
    if spot.layout is not None:
        return _even(event, spot, spot.layout, base, lane)
    lanes = (event.lanes + base).astype(lane, copy=False)
    if spot.repeat > 1:
        lanes = np.repeat(lanes, spot.repeat)
    value = None if event.values is None else _bits(event.values, spot.repeat)
    if spot.distinct:
        return Touch(event, spot, spot.index, lanes, lanes, value, None)
    assert isinstance(spot.index, np.ndarray), "only a layout gives an index by formula"
    at = spot.index
    starts, ends, group = _runs(at) if bool((at[1:] >= at[:-1]).all()) else _scattered(cells, at)
    if ends.size == at.size:
        return Touch(event, spot, at, lanes, lanes, value, None)
    clash = None
    if event.op is Op.STORE:
        clash = np.ones(ends.size, np.bool_) if value is None else _clash(cells, at, ends, value != value[group])
    stored = None if value is None else value[ends]
    return Touch(event, spot, at[ends], lanes[starts], lanes[ends], stored, clash)


def _even(event: Access, spot: Spot, layout: Layout, base: int, lane: np.dtype) -> Touch:
    """Lanes are at the same cells or at wholly different ones."""
    first, last = layout.met(base, lane)
    if layout.reach == 0:
        value = None if event.values is None else _bits(event.values, spot.repeat)
        return Touch(event, spot, spot.index, first, first, value, None)
    stored = clash = None
    if event.values is not None:
        stored, clash = layout.meeting(_bits(event.values, 1))
    elif event.op is Op.STORE:
        clash = np.ones(first.size, np.bool_)
    return Touch(event, spot, spot.index, first, last, stored, clash)


def _runs(at: Ints) -> tuple[Ints, Ints, Ints]:
    """Where equal cells lie side by side: the first and last position of each run, and each position's last."""
    breaks = np.flatnonzero(at[1:] != at[:-1])
    starts, ends = np.concatenate([[0], breaks + 1]), np.concatenate([breaks, [at.size - 1]])
    return starts, ends, np.repeat(ends, ends - starts + 1)


def _scattered(cells: Cells, at: Ints) -> tuple[Ints, Ints, Ints]:
    """The same without an order: positions are written to their cells, and the last (or first) to write stays."""
    scratch = cells.plane("ordinal", ORDINAL)
    ordinal = np.arange(at.size, dtype=ORDINAL)
    scratch[at] = ordinal
    group = scratch[at]
    ends = np.flatnonzero(group == ordinal)
    scratch[at[::-1]] = ordinal[::-1]
    return scratch[at[ends]], ends, group


def _clash(cells: Cells, at: Ints, ends: Ints, differs: NDArray[np.bool_]) -> NDArray[np.bool_]:
    marks = cells.plane("mark", MARK)
    marks[at[differs]] = True
    clash: NDArray[np.bool_] = marks[at[ends]]
    marks[at[differs]] = False
    return clash


def _bits(values: np.ndarray, repeat: int) -> Bits:
    """Values as numbers that are equal where the bytes are (two NaNs of the same bits are the same value)."""
    values = np.ascontiguousarray(values)
    size = values.dtype.itemsize
    bits: Bits
    if size in (1, 2, 4):
        bits = values.view(f"u{size}").astype(NARROW, copy=False)
    elif size == WIDE.itemsize:
        bits = values.view(WIDE)
    else:
        octets = values.view(np.uint8).reshape(values.size, -1).astype(WIDE)
        bits = np.zeros(values.size, WIDE)
        for column in range(octets.shape[1]):
            bits = (bits ^ octets[:, column]) * MIX
    return bits if repeat == 1 else np.repeat(bits, repeat)
