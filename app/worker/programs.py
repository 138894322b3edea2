"""Host programs from source to verdict: run each case → compare → judge the calls → decide."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

from app.course.models import Exercise
from app.domain.submission import Mode, Stage
from app.domain.verdict import CaseResult, Verdict, VerdictKind
from app.errors import InfrastructureError
from app.grading import calls, program, verdict
from app.grading import source as sources
from app.protocol.compiled import CompileError
from app.worker.interpreting import Progress
from app.worker.references import Prepared

if TYPE_CHECKING:
    from app.devices.program import ProgramLimits, ProgramReport  # a preview works where there is no sandbox


log = logging.getLogger(__name__)


class RunsPrograms(Protocol):
    """`app.devices.program.Programs`. `run` raises InfrastructureError where the fault is ours."""

    def run(
        self, source: str, entry: str, args: Sequence[object], limits: ProgramLimits | None = None
    ) -> ProgramReport: ...
    def close(self) -> None: ...


class ProgramGrader:
    """Grades one program at a time. `start` is called for the first of them: many a worker never sees one.

    The interpreter runs every case and decides. With `gpu`, what passes runs its last case there, too: for the answer
    of real hardware, and for a timeline that is measured.

    `start` gives None where this machine can run none, such as the preview of a course on another system than Linux.
    """

    def __init__(
        self,
        start: Callable[[], RunsPrograms | None],
        device: str = "simt",
        source_bytes: int = sources.MAX_BYTES,
        gpu: Callable[[], RunsPrograms | None] | None = None,
    ) -> None:
        self._starts = {"simt": start} if gpu is None else {"simt": start, "gpu": gpu}
        self._device = device
        self._source_bytes = source_bytes
        self._programs: dict[str, RunsPrograms] = {}

    def grade(
        self, exercise: Exercise, source: str | bytes, mode: Mode, prepared: Sequence[Prepared], progress: Progress
    ) -> Verdict:
        """`prepared`: the cases to run. What an exercise requires of the calls is judged by the last, the large one."""
        try:
            text = sources.readable(source, self._source_bytes)
        except CompileError as error:
            return program.refused(error.findings, self._device)
        if self._started("simt") is None:
            return program.unavailable(self._device)
        results: list[CaseResult] = []
        last: tuple[Prepared, ProgramReport] | None = None
        for done, one in enumerate(prepared):
            if any(map(program.ends_submission, results)):
                results.append(verdict.not_run(one.case))
                continue
            progress(Stage.SIMULATING, {"case": one.case.name, "done": done, "total": len(prepared)})
            report = self._run("simt", exercise, text, one)
            results.append(program.judge_case(exercise, one.case, one.expected, report))
            last = one, report
        if last is None:
            return program.decide(self._device, exercise.entry, results)
        launched = self._launched(exercise, text, last[0], results, progress)
        return self._decided(exercise, mode, results, *last, launched)

    def close(self) -> None:
        for programs in self._programs.values():
            programs.close()

    def _launched(
        self, exercise: Exercise, text: str, last: Prepared, results: list[CaseResult], progress: Progress
    ) -> ProgramReport | None:
        """The last case on a GPU, where there is one and all passed; its result takes the place of the interpreter's.

        None where no GPU can run it, which is no fault of the program's.
        """
        if "gpu" not in self._starts or any(result.status != VerdictKind.PASSED for result in results):
            return None
        progress(Stage.LAUNCHING, {"case": last.case.name, "done": len(results) - 1, "total": len(results)})
        try:
            report = self._run("gpu", exercise, text, last)
        except InfrastructureError as error:
            log.warning("no program runs on a GPU: %s", error)
            return None
        if report.status == "unsupported":
            return None
        results[-1] = program.judge_case(exercise, last.case, last.expected, report)
        return report

    def _started(self, where: str) -> RunsPrograms | None:
        if where not in self._programs and (made := self._starts[where]()) is not None:
            self._programs[where] = made
        return self._programs.get(where)

    def _run(self, where: str, exercise: Exercise, text: str, prepared: Prepared) -> ProgramReport:
        from app.devices.program import ProgramLimits  # noqa: PLC0415  # a preview works without a sandbox to import

        programs = self._started(where)
        if programs is None:
            raise InfrastructureError(f"no program can be run here: {where}")
        budget = exercise.budget
        limits = ProgramLimits(budget.seconds, budget.steps, budget.bytes, calls=budget.calls)
        args = [prepared.case.args[parameter.name] for parameter in exercise.parameters]
        return programs.run(text, exercise.entry, args, limits)

    def _decided(
        self,
        exercise: Exercise,
        mode: Mode,
        results: list[CaseResult],
        last: Prepared,
        report: ProgramReport,
        launched: ProgramReport | None,
    ) -> Verdict:
        """What is required is judged by the interpreter's run, whose modelled times are the same on every machine."""
        judged = exercise.requirements if mode is not Mode.RUN and report.status == "ok" else ()
        requirements = [calls.judge_calls(one, report.calls) for one in judged]
        seen = launched or report
        shown = calls.timeline(last.case.name, seen.calls, measured=seen.measured)
        device = launched.card.name if launched is not None and launched.card is not None else self._device
        return program.decide(device, exercise.entry, results, requirements, shown)
