"""Runs a course's own `exercise.py`. It is as trusted as Gridstride itself, and learner code never comes here."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from app.course.faults import Faults
from app.course.models import Case


@dataclass(frozen=True, slots=True)
class Trusted:
    reference: Callable[..., Mapping[str, np.ndarray]]
    cases: Callable[[np.random.Generator], list[Case]]


def run_trusted(path: Path, faults: Faults) -> Trusted | None:
    """The two functions of an `exercise.py`; or None, and why."""
    names: dict[str, object] = {"__name__": f"exercise_{path.parent.name}", "__file__": str(path)}
    source = path.read_text("utf-8")
    try:
        exec(compile(source, str(path), "exec"), names)  # noqa: S102 - the course's own code, which is trusted
    except SyntaxError as error:
        faults.add(error.lineno or 1, error.offset or 1, f"not Python: {error.msg}")
        return None
    except Exception as error:  # noqa: BLE001 - whatever it raises is its author's to hear
        faults.add(line_in(error, path), 1, f"raises {type(error).__name__}: {error}")
        return None
    return _functions(names, faults)


def _functions(names: Mapping[str, object], faults: Faults) -> Trusted | None:
    reference, cases = names.get("reference"), names.get("cases")
    if not callable(reference):
        faults.add(0, 0, "defines no function `reference(**inputs)`")
    if not callable(cases):
        faults.add(0, 0, "defines no function `cases(rng)`")
    return Trusted(reference, cases) if callable(reference) and callable(cases) else None


def line_in(error: BaseException, path: Path) -> int:
    """The last line of `path` that the error passed through, 0 where it passed through none."""
    frames = traceback.extract_tb(error.__traceback__)
    return next((frame.lineno or 0 for frame in reversed(frames) if frame.filename == str(path)), 0)
