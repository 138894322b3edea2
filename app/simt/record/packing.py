"""Values over lanes as JSON holds them, and the short forms of what is equal, even or in runs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from app.findings import Plain

Value = int | float | str | bool | None
Packed = list[Value] | dict[str, Any]  # one a lane, or a short form, described in `recording`
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


def differs(one: Value, other: Value) -> bool:
    """Whether a reader would see another value: 1 and 1.0, 0.0 and -0.0 are equal, and are not the same."""
    return one != other or type(one) is not type(other) or (one == 0 and repr(one) != repr(other))


def packed(listed: Sequence[Value]) -> Packed:
    """The shortest form that says the same."""
    told = [repr(item) for item in listed]  # of equal values too: True, 1 and 1.0, 0.0 and -0.0
    if told.count(told[0]) == len(told):
        return {"all": listed[0]}
    if all(type(item) is int for item in listed):
        first, step = int(listed[0] or 0), int(listed[1] or 0) - int(listed[0] or 0)
        if all(item == first + k * step for k, item in enumerate(listed)):
            return {"from": first, "step": step}
    each = next(k for k, item in enumerate(told) if item != told[0])
    if each > 1 and len(told) % each == 0 and all(told[k::each] == told[::each] for k in range(1, each)):
        return {"each": each, "of": packed(listed[::each])}
    cycle = _cycle(told)
    return list(listed) if cycle is None else {"cycle": cycle, "of": packed(listed[:cycle])}


def _cycle(told: Sequence[str]) -> int | None:
    """After how many values they begin anew, if they do."""
    again = (k for k in range(2, len(told) // 2 + 1) if len(told) % k == 0 and told[k] == told[0])
    return next((k for k in again if told[k:] == told[:-k]), None)


def unpacked(form: Packed, count: int) -> list[Value]:
    """One value for each of `count` lanes."""
    if isinstance(form, list):
        return list(form)
    if "all" in form:
        return [form["all"]] * count
    if "each" in form:
        each: int = form["each"]
        return [item for item in unpacked(form["of"], count // each) for _ in range(each)]
    if "cycle" in form:
        cycle: int = form["cycle"]
        return unpacked(form["of"], cycle) * (count // cycle)
    start, step = int(form["from"]), int(form["step"])
    return [start + k * step for k in range(count)]


def size(form: Packed) -> int:
    """How many values it is written with."""
    if isinstance(form, dict) and "of" in form:
        return 1 + size(form["of"])
    return len(form)


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
