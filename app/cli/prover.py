"""One process that proves: names of subjects on stdin, what was found of each on stdout, both a line at a time.

`app.cli.crew` starts several. A line of stdout is a JSON table with `hash`, `faults` and `seconds`, or with `trouble`
where nothing could be found out.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from app import logs
from app.cli.grader import opened_grader, silent
from app.config import Settings
from app.course import subjects
from app.course.check import Grade, prove
from app.course.kernels import load_exercise
from app.course.models import Exercise, Fault
from app.domain.submission import Mode
from app.domain.verdict import Verdict
from app.errors import ConfigError, GridstrideError
from app.worker.pipeline import Grader


def main() -> None:
    """Prove until stdin ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which then ends our input
    settings = Settings.from_environ()
    logs.configure(settings.log)
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as told:
        os.dup2(2, 1)  # an exercise that prints must not speak for us
        with opened_grader(settings) as grader:
            for line in sys.stdin:
                print(json.dumps(_answer(settings, grader, line.strip())), file=told, flush=True)


def _answer(settings: Settings, grader: Grader, name: str) -> dict[str, Any]:
    started = time.monotonic()
    try:
        hash_, faults = _proved(settings, grader, name)
    except GridstrideError as error:
        return {"trouble": f"{type(error).__name__}: {error}"}
    return {"hash": hash_, "faults": [asdict(fault) for fault in faults], "seconds": time.monotonic() - started}


def _proved(settings: Settings, grader: Grader, name: str) -> tuple[str, Sequence[Fault]]:
    path = settings.course / name
    before = subjects.of_exercise(path)
    loaded = load_exercise(path, settings.course)
    if loaded.exercise is None:
        return before.hash, loaded.faults
    faults = prove(loaded.exercise, _graded_once(grader))
    if subjects.of_exercise(path).hash != before.hash:
        raise ConfigError(f"{name} was changed while it was checked")
    return before.hash, faults


def _graded_once(grader: Grader) -> Grade:
    """Two kernels of an exercise may be the same text, such as a starter and a mistake."""
    verdicts: dict[str, Verdict] = {}

    def grade(exercise: Exercise, source: str) -> Verdict:
        if source not in verdicts:
            verdicts[source] = grader.grade(exercise, source, Mode.SUBMIT, silent)
        return verdicts[source]

    return grade


if __name__ == "__main__":
    main()
