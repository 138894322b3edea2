"""A submission from source to verdict, on one screen: check → compile → run each case → compare → decide."""

from __future__ import annotations

import time
from collections.abc import Callable

from app.course.models import Direction, Exercise
from app.devices import Argument, Compiles, Device, Launch, RunLimits, RunResult
from app.domain.submission import Mode, Stage
from app.domain.verdict import CaseResult, Verdict
from app.findings import LineProfile
from app.grading import poison, requirement, verdict
from app.grading import source as sources
from app.protocol.compiled import Compiled, CompileError
from app.worker.references import Prepared, References

Progress = Callable[[Stage, dict[str, object]], None]


class Grader:
    """Grades one submission at a time. Raises InfrastructureError where the fault is ours."""

    def __init__(
        self, compiler: Compiles, device: Device, references: References, source_bytes: int = sources.MAX_BYTES
    ) -> None:
        self._compiler = compiler
        self._device = device
        self._references = references
        self._source_bytes = source_bytes

    def grade(self, exercise: Exercise, source: str | bytes, mode: Mode, progress: Progress) -> Verdict:
        started = time.monotonic()
        made = self._grade(exercise, source, mode, progress)
        return made.model_copy(update={"ms": round(1000 * (time.monotonic() - started), 1)})

    def _grade(self, exercise: Exercise, source: str | bytes, mode: Mode, progress: Progress) -> Verdict:
        prepared = [p for p in self._references.of(exercise) if mode is Mode.SUBMIT or p.case.visible]
        progress(Stage.COMPILING, {})
        try:
            text = sources.readable(source, self._source_bytes)
            compiled = self._compiler.compile(text, exercise.entry, arguments(exercise, prepared[0]))
        except CompileError as error:
            return verdict.refused(error.findings, self._device.name)
        results: list[CaseResult] = []
        lines: dict[int, LineProfile] = {}
        for done, one in enumerate(prepared):
            if any(map(verdict.ends_submission, results)):
                results.append(verdict.not_run(one.case))
                continue
            progress(Stage.SIMULATING, {"case": one.case.name, "done": done, "total": len(prepared)})
            run = self._run(compiled, exercise, one)
            results.append(
                verdict.judge_case(exercise, one.case, dict(one.expected), dict(run.outputs), run.findings, run.stdout)
            )
            lines = dict(run.lines) or lines  # the last case is the large one: its counts are those to judge
        wanted = exercise.requirements if mode is Mode.SUBMIT else ()  # the small cases of a run would misjudge
        judged = [requirement.judge(one, lines) for one in wanted]
        return verdict.decide(self._device.name, compiled, results, judged, lines)

    def _run(self, compiled: Compiled, exercise: Exercise, prepared: Prepared) -> RunResult:
        case, budget = prepared.case, exercise.budget
        launch = Launch(case.grid, case.block, case.shared_bytes)
        limits = RunLimits(budget.steps, budget.seconds, budget.bytes)
        return self._device.run(compiled, launch, arguments(exercise, prepared), limits)


def arguments(exercise: Exercise, prepared: Prepared) -> list[Argument]:
    """The kernel's arguments in order; outputs that hold nothing are poisoned."""
    made = []
    for parameter in exercise.parameters:
        value = prepared.case.args[parameter.name]
        empty = parameter.direction is Direction.OUT
        made.append(
            Argument(
                name=parameter.name,
                value=poison.poisoned(value) if empty else value,  # type: ignore[arg-type]  # outputs are arrays
                is_output=parameter.direction is not Direction.IN,
                holds_input=not empty,
            )
        )
    return made
