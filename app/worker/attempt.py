"""What a submission came to: a compiled kernel and perhaps a launch plan, ready to be run case by case."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace

from app.course.launch import LaunchPlan
from app.course.models import Case, Exercise
from app.devices import Argument, Device, Launch, RunLimits, RunResult, registers
from app.domain.verdict import CaseResult
from app.findings import Finding
from app.grading import hardware, launch, verdict
from app.protocol.compiled import Compiled
from app.worker.references import Prepared


@dataclass(frozen=True, slots=True)
class Attempt:
    exercise: Exercise
    compiled: Compiled
    plan: LaunchPlan | None = None  # of an exercise of kind `launch`

    def case(self, prepared: Prepared) -> tuple[Case, tuple[Finding, ...]]:
        """The case as it is launched, and what is in the way of that whatever runs it."""
        case, refused = prepared.case, tuple[Finding, ...]()
        if self.plan is not None:
            case, refused = launch.planned(self.plan, case, self.exercise.budget)
        if not refused and (short := registers.refused(self.compiled, Launch(case.grid, case.block))) is not None:
            refused = (short,) if self.plan is None else launch.retold(self.plan, case, (short,))
        return case, refused

    def threads(self, prepared: Prepared) -> int:
        """How many the case starts; 0 where it does not come to a launch."""
        case, refused = self.case(prepared)
        return 0 if refused else math.prod(case.grid) * math.prod(case.block)

    def run(self, device: Device, prepared: Prepared, *, measured: bool = False) -> RunResult:
        """What comes of the case on a device. Raises InfrastructureError."""
        case, refused = self.case(prepared)
        if refused:
            return RunResult("ok", findings=refused)
        run = device.run(self.compiled, *self.asked(prepared, measured=measured))
        return run if self.plan is None else replace(run, findings=launch.retold(self.plan, case, run.findings))

    def asked(self, prepared: Prepared, *, measured: bool = False) -> tuple[Launch, tuple[Argument, ...], RunLimits]:
        """What a device is asked for, where nothing is in the way."""
        case, _ = self.case(prepared)
        wanted = Launch(
            case.grid,
            case.block,
            case.shared_bytes,
            coverage=self.plan is not None,
            measured=measured,
            given=f"{self.exercise.slug}:{self.exercise.version}:{prepared.index}",
        )
        budget = self.exercise.budget
        limits = RunLimits(budget.steps, budget.seconds, budget.bytes)
        return wanted, prepared.arguments, limits

    def judged(self, prepared: Prepared, run: RunResult, noted: Iterable[Finding] = ()) -> CaseResult:
        """The case by its outputs and findings; `noted` are findings of another device's run of it.

        Where a GPU measured it and answered otherwise the last time, both answers have to be right.
        """
        case, _ = self.case(prepared)
        found = (*noted, *run.findings)
        result = verdict.judge_case(
            self.exercise, case, prepared.expected, run.outputs, found, run.stdout, run.coverage
        )
        if run.repeated and result.mismatch is None:
            again = verdict.judge_case(self.exercise, case, prepared.expected, run.repeated, found, run.stdout)
            return hardware.unsteady(again) if again.mismatch is not None else result
        return result
