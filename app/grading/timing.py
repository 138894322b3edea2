"""Judges a time that a program says it has measured by what its timeline says.

On a GPU it is not judged: there the timeline is measured in a replay, and the program's clocks tell the live run.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
from pydantic import JsonValue

from app.course.models import Case, Exercise, Parameter
from app.domain.verdict import Message, Mismatch

if TYPE_CHECKING:
    from app.devices.program import Call, ProgramReport  # a preview works where there is no sandbox to import

COPY = "copy"


def mistimed(
    exercise: Exercise, case: Case, returned: Mapping[str, np.ndarray], report: ProgramReport
) -> Mismatch | None:
    """The first time that is wrong, against the longest run, which is one with nothing in the cache."""
    if report.card is not None:
        return None
    for result in exercise.results:
        if result.times:
            took, said = _took(result.times, case, report.calls), float(returned[result.name])
            tolerance = exercise.tolerance
            if took is None or not abs(said - took) <= tolerance.atol + tolerance.rtol * took:
                return _wrong(exercise, result, said, took)
    return None


def _took(what: str, case: Case, calls: Sequence[Call]) -> float | None:
    """Microseconds of the kernel, or of a copy on the device that is as large as the largest argument."""
    largest = max(np.asarray(value).nbytes for value in case.args.values())
    same = [
        call.modelled_us
        for call in calls
        if (call.action == COPY and call.bytes == largest if what == COPY else call.kernel == what)
    ]
    return max(same, default=None)


def _wrong(exercise: Exercise, result: Parameter, said: float, took: float | None) -> Mismatch:
    """No element of an array differs, so that `total` is 0."""
    in_milliseconds = took is not None and 0.5 * took <= 1000 * said <= 2 * took
    shown = f"{said:,.5f}" if in_milliseconds else f"{said:,.2f}"
    args: dict[str, JsonValue] = {"entry": exercise.entry, "what": result.times, "said": shown}
    key = "returned.time" if took is not None else "returned.time_of_nothing"
    key = "returned.time_in_milliseconds" if in_milliseconds else key
    told = "?" if took is None else f"{took:,.2f}"
    return Mismatch(
        output=result.name,
        index=(),
        expected=f"{told} µs",
        got=f"{shown} µs",
        thread=None,
        block=None,
        wrong=0,
        total=0,
        pattern=Message(key=key, args=args | {"took": told}),
    )
