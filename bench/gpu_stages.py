"""Where the time of a submission goes in the worker: its steps, timed where they begin and end."""

from __future__ import annotations

import statistics
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Any

from app.cli.grader import silent
from app.cli.walled import opened_fleet, opened_grader
from app.config import Settings
from app.course.loader import open_course
from app.devices.cards.device import GpuDevice
from app.devices.compiler import Compiler
from app.domain.submission import Mode
from app.worker.ahead import Ahead
from app.worker.attempt import Attempt
from bench import served
from bench.gpu_latency import IDLE_S, LENGTHS, spread

STEPS: tuple[tuple[type, str, str], ...] = (
    (Compiler, "_ptx", "compile, with the begin of the interpreter"),
    (Compiler, "_link", "link, with the end of the interpreter"),
    (Ahead, "begin", "begin of the interpreter"),
    (Ahead, "hear", "end of the interpreter"),
    (GpuDevice, "run", "gpu"),
    (Attempt, "judged", "compare"),
)


def stages(rounds: int, gpus: str) -> dict[str, Any]:
    """Median milliseconds of each step, summed over the cases, of so many submissions to an idle worker."""
    with tempfile.TemporaryDirectory() as folder, _timed() as spent:
        course = served.course(Path(folder) / "course", LENGTHS)
        exercise = open_course(course).exercises[served.EXERCISE]
        whole, steps = [], []
        settings = Settings(data=Path(folder) / "data", course=course, gpus=gpus)
        with opened_fleet(settings) as fleet, opened_grader(settings, fleet) as grader:
            for turn in range(-3, rounds):
                time.sleep(IDLE_S)
                spent.clear()
                made = grader.grade(exercise, served.source(course, turn), Mode.SUBMIT, silent, whole=False)
                if not made.passed:
                    raise SystemExit(f"a right kernel got {made.kind}: {made.findings}")
                if turn >= 0:
                    whole.append(made.ms)
                    steps.append(dict(spent))
    names = dict.fromkeys(name for one in steps for name in one)
    medians = {name: round(statistics.median(one.get(name, 0.0) for one in steps), 1) for name in names}
    return {"worker_ms": spread(whole), "steps_ms": medians, "device": made.device}


@contextmanager
def _timed() -> Iterator[defaultdict[str, float]]:
    """Milliseconds by step since it was cleared. The classes are themselves again afterwards."""
    spent: defaultdict[str, float] = defaultdict(float)
    before = [(kind, method, getattr(kind, method)) for kind, method, _ in STEPS]
    for kind, method, name in STEPS:
        setattr(kind, method, _clocked(getattr(kind, method), spent, name))
    try:
        yield spent
    finally:
        for kind, method, work in before:
            setattr(kind, method, work)


def _clocked(work: Callable[..., Any], spent: defaultdict[str, float], name: str) -> Callable[..., Any]:
    @wraps(work)
    def clocked(*args: Any, **kwargs: Any) -> Any:
        began = time.perf_counter()
        try:
            return work(*args, **kwargs)
        finally:
            spent[name] += 1000 * (time.perf_counter() - began)

    return clocked
