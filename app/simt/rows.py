"""Rows: what is left of a view when its first axes have a subscript each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from app.simt.access import REPORTED, Subscript
from app.simt.affine import Affine, dense
from app.simt.events import Op
from app.simt.machine import Frame
from app.simt.masks import Mask
from app.simt.memory import Extent, View


def rows(f: Frame, m: Mask, view: View, index: Sequence[object], place: Subscript) -> View:
    """The view behind `index`. A lane whose subscript is outside is reported and has nothing there."""
    offset, inside = view.offset, None
    for axis, (each, size, stride) in enumerate(zip(index, view.shape, view.strides, strict=False)):
        one = Subscript(place.line, place.column, (place.signed[axis],), axis)
        start, found = row(f, m, view, each, size, one)
        inside = either_known(inside, found)
        offset = offset + scaled(start, stride)
    shape = view.shape[len(index) :]
    if inside is not None:
        shape = tuple(np.where(inside, dense(size), REPORTED) for size in shape)
    return replace(view, offset=offset, shape=shape, strides=view.strides[len(index) :])


def row(
    f: Frame, m: Mask, view: View, index: object, size: Extent, place: Subscript
) -> tuple[object, np.ndarray | None]:
    """Where a row begins, and which lanes have one: None where all do. The others are reported."""
    if isinstance(size, int):
        if isinstance(index, np.integer) and 0 <= index < size:
            return int(index), None
        if type(index) is Affine and index.span[0] >= 0 and index.span[1] < size:
            return index.astype(np.dtype(np.int64)), None
    mover, lanes = f.machine.mover, f.machine.lanes
    line = replace(view, offset=0, shape=(size,), strides=(1,))
    positions, found = mover.sift(Op.LOAD, line, (index,), m, place)
    start, inside = np.zeros(lanes.count, np.int64), np.zeros(lanes.count, np.bool_)
    start[positions], inside[positions] = found, True
    whole = positions.size == lanes.positions(m).size
    return lanes.fold(start), None if whole else np.asarray(lanes.fold(inside))


def either_known(first: np.ndarray | None, second: np.ndarray | None) -> np.ndarray | None:
    """Lanes that have a row by both subscripts."""
    if first is None or second is None:
        return second if first is None else first
    both: np.ndarray = first & second
    return both


def scaled(start: Any, stride: Any) -> Any:
    return start * stride
