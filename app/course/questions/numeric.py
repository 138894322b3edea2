"""The type `numeric`: one number, and traps that meet a wrong one."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence

from app.course.models import NumericKey, Trap
from app.course.questions.entries import OTHERWISE, RIGHT, named, others, refuse_twice, replies
from app.course.questions.pieces import Draft, Item, Made

NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?", re.ASCII)


def read_numeric(draft: Draft) -> Made | None:
    options = draft.directive.options
    value = _setting(draft, "answer")
    tolerance = _setting(draft, "tolerance") if "tolerance" in options else 0.0
    if "answer" not in options:
        draft.fault(draft.line, f"{named(draft.type)} needs `:answer:`")
    if tolerance is not None and tolerance < 0:
        draft.fault_of("tolerance", "a tolerance is not negative")
    said, entries = replies(draft), others(draft)
    refuse_twice(draft, [(item.text if (n := _number(item.text)) is None else n, item) for item in entries])
    for sentence, line in _trap_faults(entries, value, tolerance or 0.0):
        draft.fault(line, sentence)
    if value is None or tolerance is None or said is None:
        return None
    unit = options["unit"].value if "unit" in options else ""
    traps = tuple(Trap(float(item.text), item.feedback) for item in entries if _number(item.text) is not None)
    return Made(NumericKey(value, tolerance, unit, *said, traps), ([], [value, tolerance, unit]))


def _trap_faults(entries: Sequence[Item], value: float | None, tolerance: float) -> Iterator[tuple[str, int]]:
    for item in entries:
        number = _number(item.text)
        if number is None:
            yield f"an entry is `{RIGHT}`, `{OTHERWISE}` or a number, not `{item.text}`", item.line
        elif value is not None and abs(number - value) <= tolerance:
            yield f"the trap {item.text} would be taken as right", item.line


def _setting(draft: Draft, name: str) -> float | None:
    setting = draft.directive.options.get(name)
    if setting is None:
        return None
    number = _number(setting.value)
    if number is None:
        draft.fault_of(name, f"`{name}` should be a number such as 4 or 0.5, not `{setting.value}`")
    return number


def _number(text: str) -> float | None:
    value = float(text) if NUMBER.fullmatch(text) else math.inf
    return value if math.isfinite(value) else None
