"""Whether two devices judge alike: each kernel of an exercise on both, and what differs as a fault of the exercise."""

from __future__ import annotations

from app.course.check import Grade
from app.course.models import Exercise, Fault
from app.domain.verdict import Verdict
from app.findings import Severity

_REASONS = (
    "the `work` in exercise.toml states too much, or the last case is so small that its results stay in the cache"
)


class Agreeing:
    """A `Grade` that judges on the interpreter, asks a host with a GPU for its verdict, and keeps what differs."""

    def __init__(self, simt: Grade, gpu: Grade) -> None:
        self._simt = simt
        self._gpu = gpu
        self._faults: dict[Fault, None] = {}

    def __call__(self, exercise: Exercise, source: str) -> Verdict:
        here, there = self._simt(exercise, source), self._gpu(exercise, source)
        place = f"kernels/{exercise.slug}/{_file(exercise, source)}"
        for sentence in (*differences(here, there), *_withheld(exercise, source, there)):
            self._faults[Fault(place, 0, 0, sentence)] = None
        return here

    def faults(self) -> list[Fault]:
        """What differed since they were last asked for."""
        found = list(self._faults)
        self._faults.clear()
        return found


def differences(here: Verdict, there: Verdict) -> list[str]:
    """One sentence where the verdicts or the kinds of their errors are not the same."""
    if (here.kind, _errors(here)) == (there.kind, _errors(there)):
        return []
    return [f"gets {_told(here)} from the interpreter and {_told(there)} where there is a GPU ({there.device})"]


def _withheld(exercise: Exercise, source: str, there: Verdict) -> list[str]:
    """A right kernel that is too fast to be true shows that the stated work is wrong, or too little to measure."""
    if source != exercise.solution or there.benchmark is None or not there.benchmark.withheld:
        return []
    card = there.benchmark.card
    return [f"its time on {card} is above the roofline: {_REASONS}"]


def _errors(verdict: Verdict) -> frozenset[str]:
    return frozenset(f.kind.value for f in verdict.findings if f.severity is Severity.ERROR)


def _told(verdict: Verdict) -> str:
    errors = ", ".join(sorted(_errors(verdict)))
    return f"{verdict.kind.value} ({errors})" if errors else verdict.kind.value


def _file(exercise: Exercise, source: str) -> str:
    named = {exercise.starter: "starter.py", exercise.solution: "solution.py"}
    named |= {text: f"approaches/{name}.py" for name, text in exercise.approaches}
    named |= {wrong.source: f"wrong/{wrong.path.name}" for wrong in exercise.wrong}
    return named.get(source, "a question's answer")
