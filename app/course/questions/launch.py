"""The type `launch`: a grid and a block, which are really run."""

from __future__ import annotations

from app.course.models import LaunchKey
from app.course.questions.outcomes import read_exercise, read_outcomes
from app.course.questions.pieces import Draft, Made

DIMS = ("1", "2", "3")


def read_launch(draft: Draft) -> Made | None:
    exercise, outcomes, dims = read_exercise(draft, "launch"), read_outcomes(draft), _dims(draft)
    if outcomes is None or dims is None:
        return None
    return Made(LaunchKey(exercise, dims, outcomes), (exercise, dims))


def _dims(draft: Draft) -> int | None:
    setting = draft.directive.options.get("dims")
    if setting is None:
        draft.fault(draft.line, "a launch question needs `:dims:`, how many numbers grid and block have: 1, 2 or 3")
        return None
    if setting.value not in DIMS:
        draft.fault_of("dims", f"`dims` is 1, 2 or 3, not `{setting.value}`")
        return None
    return int(setting.value)
