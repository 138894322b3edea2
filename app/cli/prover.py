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
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path
from typing import Any

from app import logs
from app.cli.agreeing import Agreeing
from app.cli.grader import Wanted, silent
from app.cli.walled import opened_on
from app.config import Settings
from app.course import subjects
from app.course.check import Grade, prove
from app.course.kernels import load_exercise
from app.course.loader import Reader
from app.course.models import Exercise, Fault
from app.course.question_check import prove_questions
from app.domain.submission import Mode
from app.domain.verdict import Verdict
from app.errors import ConfigError, GridstrideError
from app.worker.pipeline import Grader


def main(devices: Sequence[Wanted] = ("simt",)) -> None:
    """Prove until stdin ends. On more than one device, the first decides and the other has to agree."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which then ends our input
    settings = Settings.from_environ()
    logs.configure(settings.log)
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as told, ExitStack() as stack:
        os.dup2(2, 1)  # an exercise that prints must not speak for us
        judges = [stack.enter_context(opened_on(settings, device, listing=False)) for device in devices]
        prover = _Prover(settings.course, judges)
        for line in sys.stdin:
            print(json.dumps(prover.answer(line.strip())), file=told, flush=True)


class _Prover:
    """Reads of the course what a subject needs, and again only what has changed since."""

    def __init__(self, root: Path, judges: Sequence[Grader]) -> None:
        self._root = root
        self._judges = judges
        self._reader = Reader(root)

    def answer(self, name: str) -> dict[str, Any]:
        started = time.monotonic()
        try:
            hash_, faults = self._proved(name)
        except GridstrideError as error:
            return {"trouble": f"{type(error).__name__}: {error}"}
        return {"hash": hash_, "faults": [asdict(fault) for fault in faults], "seconds": time.monotonic() - started}

    def _proved(self, name: str) -> tuple[str, Sequence[Fault]]:
        """The hash of what was judged, and its faults."""
        of_lesson = name.startswith("lessons/")
        hash_of = self._lesson_hash if of_lesson else self._exercise_hash
        agreeing = Agreeing(*map(_graded_once, self._judges)) if len(self._judges) > 1 else None
        hash_, prove_ = hash_of(name), self._prove_lesson if of_lesson else self._prove_exercise
        faults = prove_(name, agreeing or _graded_once(self._judges[0])) if hash_ else ()
        if hash_of(name) != hash_:
            raise ConfigError(f"{name} was changed while it was checked")
        return hash_, [*faults, *(agreeing.faults() if agreeing else ())]

    def _exercise_hash(self, name: str) -> str:
        return subjects.of_exercise(self._root / name).hash

    def _lesson_hash(self, name: str) -> str:
        """Empty where nothing in a lesson has to be proved."""
        return next((subject.hash for subject in self._reader.subjects() if subject.name == name), "")

    def _prove_exercise(self, name: str, grade: Grade) -> Sequence[Fault]:
        loaded = load_exercise(self._root / name, self._root)
        return prove(loaded.exercise, grade) if loaded.exercise else loaded.faults

    def _prove_lesson(self, name: str, grade: Grade) -> Sequence[Fault]:
        course = self._reader.read()
        asking = {**course.lessons, **course.papers}
        return prove_questions(asking[name.partition("/")[2]], course.exercises, grade)


def _graded_once(grader: Grader) -> Grade:
    """Two kernels of an exercise may be the same text, such as a solution and the blocks of a question."""
    verdicts: dict[tuple[str, str], Verdict] = {}

    def grade(exercise: Exercise, source: str) -> Verdict:
        key = exercise.slug, source
        if key not in verdicts:
            verdicts[key] = grader.grade(exercise, source, Mode.SUBMIT, silent)
        return verdicts[key]

    return grade


if __name__ == "__main__":
    main(("simt", "gpu") if "--gpu" in sys.argv[1:] else ("simt",))
