"""Where the time of a submission goes in the worker: its steps, timed where they begin and end."""

from __future__ import annotations

import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Any

from app.cli.grader import silent
from app.cli.walled import opened_fleet, opened_grader
from app.config import Settings
from app.course.loader import open_course
from app.devices.cards.area import Area
from app.devices.cards.device import GpuDevice
from app.devices.cards.executor import Executor
from app.devices.compiler import Compiler
from app.domain.submission import Mode
from app.sandbox import Running
from app.worker.ahead import Ahead
from app.worker.attempt import Attempt
from bench import served
from bench.gpu_latency import IDLE_S, LENGTHS, spread

STEPS: tuple[tuple[type, str, str], ...] = (
    (Ahead, "begin", "begin of the interpreter"),
    (Compiler, "_begun", "begin of the linker"),
    (Running, "answer", "wait for an answer"),  # the compiler's, the interpreter's, the linker's
    (Running, "end", "wait for an end"),  # in the same order
    (GpuDevice, "run", "gpu"),
    (Executor, "run", "gpu, its executor"),
    (Area, "read", "gpu, outputs copied"),
    (Attempt, "judged", "compare"),
)
Mark = tuple[str, float, float]  # a step, and when it began and ended


def stages(rounds: int, gpus: str) -> dict[str, Any]:
    """Median milliseconds of each step, summed over the cases, of so many submissions to an idle worker.

    `timeline` has when each one began and ended, by its name and its number, from the begin of the submission.
    """
    with tempfile.TemporaryDirectory() as folder, _marked() as marks:
        course = served.course(Path(folder) / "course", LENGTHS)
        exercise = open_course(course).exercises[served.EXERCISE]
        whole, steps = [], []
        settings = Settings(data=Path(folder) / "data", course=course, gpus=gpus)
        with opened_fleet(settings) as fleet, opened_grader(settings, fleet) as grader:
            for turn in range(-3, rounds):
                time.sleep(IDLE_S)
                marks.clear()
                began = time.perf_counter()
                made = grader.grade(exercise, served.source(course, turn), Mode.SUBMIT, silent, whole=False)
                if not made.passed:
                    raise SystemExit(f"a right kernel got {made.kind}: {made.findings}")
                if turn >= 0:
                    whole.append(made.ms)
                    steps.append(_since(began, marks))
    return {"worker_ms": spread(whole), **_medians(steps), "device": made.device}


def _since(began: float, marks: list[Mark]) -> dict[str, tuple[float, float]]:
    """Milliseconds of begin and end by a step's name and its number."""
    seen = Counter[str]()
    found = {}
    for name, begin, end in sorted(marks, key=lambda mark: mark[1]):
        seen[name] += 1
        found[f"{name} {seen[name]}"] = 1000 * (begin - began), 1000 * (end - began)
    return found


def _medians(rounds: list[dict[str, tuple[float, float]]]) -> dict[str, Any]:
    names = dict.fromkeys(name for one in rounds for name in one)
    line = {
        name: [round(statistics.median(one[name][end] for one in rounds if name in one), 1) for end in (0, 1)]
        for name in names
    }
    kinds = dict.fromkeys(name.rpartition(" ")[0] for name in names)
    sums = {
        kind: round(statistics.median(sum(e - b for n, (b, e) in one.items() if _is(n, kind)) for one in rounds), 1)
        for kind in kinds
    }
    return {"steps_ms": sums, "timeline": dict(sorted(line.items(), key=lambda item: item[1]))}


def _is(name: str, kind: str) -> bool:
    return name.rpartition(" ")[0] == kind


@contextmanager
def _marked() -> Iterator[list[Mark]]:
    """What was done since it was cleared. The classes are themselves again afterwards."""
    marks: list[Mark] = []
    before = [(kind, method, getattr(kind, method)) for kind, method, _ in STEPS]
    for kind, method, name in STEPS:
        setattr(kind, method, _clocked(getattr(kind, method), marks, name))
    try:
        yield marks
    finally:
        for kind, method, work in before:
            setattr(kind, method, work)


def _clocked(work: Callable[..., Any], marks: list[Mark], name: str) -> Callable[..., Any]:
    @wraps(work)
    def clocked(*args: Any, **kwargs: Any) -> Any:
        began = time.perf_counter()
        try:
            return work(*args, **kwargs)
        finally:
            marks.append((name, began, time.perf_counter()))

    return clocked
