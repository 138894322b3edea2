"""A course's own `exercise.py`. It is as trusted as Gridstride itself, and learner code never comes here."""

from __future__ import annotations

import threading
import traceback
from collections.abc import Callable, Mapping
from pathlib import Path
from types import CodeType
from typing import Any

import numpy as np

from app.course.faults import Faults
from app.course.models import Case
from app.course.syntax import compiled

SIGNATURES = {"reference": "reference(**inputs)", "cases": "cases(rng)"}
OF_FILMS = {"scene": "scene(large)", "frame": "frame(**arguments)"}  # which an exercise needs that draws


class MissingFunctionError(Exception):
    """An `exercise.py` does not define what it has to; the text is a sentence for its author."""


class Trusted:
    """The functions of an `exercise.py`, which is executed at the first call, as it was when it was read.

    Whoever only shows a course executes none. What the file raises comes out of the call.
    """

    def __init__(self, path: Path, code: CodeType) -> None:
        self._path = path
        self._code = code
        self._lock = threading.Lock()
        self._names: Mapping[str, object] | None = None

    def reference(self, **inputs: object) -> Mapping[str, np.ndarray]:
        results: Mapping[str, np.ndarray] = self._function("reference")(**inputs)
        return results

    def cases(self, rng: np.random.Generator) -> list[Case]:
        cases: list[Case] = self._function("cases")(rng)
        return cases

    def scene(self, large: bool) -> Case:
        case: Case = self._function("scene", OF_FILMS)(large)
        return case

    def frame(self, **arguments: object) -> tuple[np.ndarray, Mapping[str, float]]:
        picture, numbers = self._function("frame", OF_FILMS)(**arguments)
        return picture, numbers

    def _function(self, name: str, signatures: Mapping[str, str] = SIGNATURES) -> Callable[..., Any]:
        with self._lock:
            if self._names is None:
                self._names = self._executed()
        for wanted, signature in signatures.items():
            if not callable(self._names.get(wanted)):
                raise MissingFunctionError(f"defines no function `{signature}`")
        function = self._names[name]
        assert callable(function)  # as was just seen
        return function

    def _executed(self) -> dict[str, object]:
        names: dict[str, object] = {"__name__": f"exercise_{self._path.parent.name}", "__file__": str(self._path)}
        exec(self._code, names)  # noqa: S102 - the course's own code, which is trusted
        return names


def read_trusted(text: str, path: Path, faults: Faults) -> Trusted | None:
    """What `text`, the content of `path`, will define; None where it is not Python."""
    code = compiled(text, path, faults)
    return None if code is None else Trusted(path, code)


def line_in(error: BaseException, path: Path) -> int:
    """The last line of `path` that the error passed through, 0 where it passed through none."""
    frames = traceback.extract_tb(error.__traceback__)
    return next((frame.lineno or 0 for frame in reversed(frames) if frame.filename == str(path)), 0)
