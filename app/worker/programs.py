"""Host programs from source to verdict: run each case → compare → judge the calls → decide."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

from app.course.models import Exercise
from app.domain.submission import Mode, Stage
from app.domain.verdict import CaseResult, Verdict
from app.grading import calls, program, verdict
from app.grading import source as sources
from app.protocol.compiled import CompileError
from app.worker.interpreting import Progress
from app.worker.references import Prepared

if TYPE_CHECKING:
    from app.devices.program import ProgramLimits, ProgramReport  # a preview works where there is no sandbox


class RunsPrograms(Protocol):
    """`app.devices.program.Programs`. `run` raises InfrastructureError where the fault is ours."""

    def run(
        self, source: str, entry: str, args: Sequence[object], limits: ProgramLimits | None = None
    ) -> ProgramReport: ...
    def close(self) -> None: ...


class ProgramGrader:
    """Grades one program at a time. `start` is called for the first of them: many a worker never sees one."""

    def __init__(
        self, start: Callable[[], RunsPrograms], device: str = "simt", source_bytes: int = sources.MAX_BYTES
    ) -> None:
        self._start = start
        self._device = device
        self._source_bytes = source_bytes
        self._programs: RunsPrograms | None = None

    def grade(
        self, exercise: Exercise, source: str | bytes, mode: Mode, prepared: Sequence[Prepared], progress: Progress
    ) -> Verdict:
        """`prepared`: the cases to run. What an exercise requires of the calls is judged by the last, the large one."""
        try:
            text = sources.readable(source, self._source_bytes)
        except CompileError as error:
            return program.refused(error.findings, self._device)
        results: list[CaseResult] = []
        last: tuple[str, ProgramReport] | None = None
        for done, one in enumerate(prepared):
            if any(map(program.ends_submission, results)):
                results.append(verdict.not_run(one.case))
                continue
            progress(Stage.SIMULATING, {"case": one.case.name, "done": done, "total": len(prepared)})
            report = self._run(exercise, text, one)
            results.append(program.judge_case(exercise, one.case, one.expected, report))
            last = one.case.name, report
        return self._decided(exercise, mode, results, last)

    def close(self) -> None:
        if self._programs is not None:
            self._programs.close()

    def _run(self, exercise: Exercise, text: str, prepared: Prepared) -> ProgramReport:
        from app.devices.program import ProgramLimits  # noqa: PLC0415  # a preview works without a sandbox to import

        if self._programs is None:
            self._programs = self._start()
        budget = exercise.budget
        limits = ProgramLimits(budget.seconds, budget.steps, budget.bytes, calls=budget.calls)
        args = [prepared.case.args[parameter.name] for parameter in exercise.parameters]
        return self._programs.run(text, exercise.entry, args, limits)

    def _decided(
        self, exercise: Exercise, mode: Mode, results: list[CaseResult], last: tuple[str, ProgramReport] | None
    ) -> Verdict:
        if last is None:
            return program.decide(self._device, exercise.entry, results)
        case, report = last
        judged = exercise.requirements if mode is not Mode.RUN and report.status == "ok" else ()
        requirements = [calls.judge_calls(one, report.calls) for one in judged]
        shown = calls.timeline(case, report.calls)
        return program.decide(self._device, exercise.entry, results, requirements, shown)
