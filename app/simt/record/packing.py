"""Values over lanes as JSON holds them, and the short forms of what is equal, even or in runs."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from app.findings import Plain

Value = int | float | str | bool | None
Packed = list[Value] | dict[str, Value]  # one a lane, {"all": v}, or {"from": v, "step": s}
Runs = list[tuple[int, int]]  # (first, how many)

EXACT = 1 << 53  # a page's numbers are doubles: larger integers travel as text


def values(array: np.ndarray) -> list[Value]:
    """One plain value an element, shape (k,). A float32 has the digits that tell it from its neighbours alone."""
    if array.dtype.kind == "f" and array.dtype.itemsize < 8:
        return [_real(float(text)) for text in array.astype("U")]
    return [_value(item) for item in array.tolist()]


def _value(item: object) -> Value:
    if isinstance(item, bool) or item is None:
        return item
    if isinstance(item, int):
        return item if -EXACT <= item <= EXACT else str(item)
    return _real(item) if isinstance(item, float) else str(item)


def _real(item: float) -> Value:
    return item if math.isfinite(item) else str(item)  # "nan", "inf" and "-inf": JSON has none of them


def packed(listed: Sequence[Value]) -> Packed:
    """The shortest form that says the same."""
    first = listed[0]
    if all(item == first and type(item) is type(first) for item in listed):
        return {"all": first}
    if all(type(item) is int for item in listed):
        step = int(listed[1] or 0) - int(first or 0)
        if all(item == int(first or 0) + k * step for k, item in enumerate(listed)):
            return {"from": first, "step": step}
    return list(listed)


def unpacked(form: Packed, count: int) -> list[Value]:
    """One value for each of `count` lanes."""
    if isinstance(form, list):
        return list(form)
    if "all" in form:
        return [form["all"]] * count
    start, step = int(form["from"] or 0), int(form["step"] or 0)
    return [start + k * step for k in range(count)]


def runs(mask_or_lanes: np.ndarray) -> Runs:
    """A mask, or increasing numbers, as runs of lanes side by side."""
    lanes = np.flatnonzero(mask_or_lanes) if mask_or_lanes.dtype == np.bool_ else mask_or_lanes
    if lanes.size == 0:
        return []
    ends = np.flatnonzero(np.diff(lanes) != 1)
    firsts = lanes[np.concatenate(([0], ends + 1))]
    lasts = lanes[np.concatenate((ends, [lanes.size - 1]))]
    return [(int(a), int(b - a + 1)) for a, b in zip(firsts, lasts, strict=True)]


def plain_runs(given: Runs) -> Plain:
    return [[first, count] for first, count in given]
