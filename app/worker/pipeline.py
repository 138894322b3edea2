"""A submission from source to verdict, on one screen: check → compile → run each case → compare → decide."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from app.course.launch import LaunchPlan, read_launch
from app.course.models import Case, Direction, Exercise
from app.devices import Argument, Compiles, Device, Launch, RunLimits, RunResult, registers
from app.domain.submission import Mode, Stage
from app.domain.verdict import CaseResult, Verdict
from app.errors import InfrastructureError, NotFoundError
from app.findings import LineProfile
from app.grading import launch, poison, requirement, verdict
from app.grading import source as sources
from app.protocol.compiled import Compiled, CompileError
from app.worker.references import Prepared, References

TRACE_STEPS = 4_000  # a recording is full by then, and a kernel that hangs need not use up its time
TRACE_SECONDS = 30.0  # nobody is graded by them

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
        self._given: dict[str, tuple[str, Compiled]] = {}  # by exercise of kind `launch`: version, and its kernel

    def grade(self, exercise: Exercise, source: str | bytes, mode: Mode, progress: Progress) -> Verdict:
        started = time.monotonic()
        made = self._grade(exercise, source, mode, progress)
        return made.model_copy(update={"ms": round(1000 * (time.monotonic() - started), 1)})

    def _grade(self, exercise: Exercise, source: str | bytes, mode: Mode, progress: Progress) -> Verdict:
        prepared = [p for p in self._references.of(exercise) if p.case.visible or takes_all(exercise, mode)]
        progress(Stage.COMPILING, {})
        try:
            text = sources.readable(source, self._source_bytes)
            plan = read_launch(text, exercise.sizes) if exercise.kind == "launch" else None
            compiled = self._compile(exercise, text, prepared[0])
        except CompileError as error:
            return verdict.refused(error.findings, self._device.name, of=exercise.kind)
        results: list[CaseResult] = []
        lines: dict[int, LineProfile] = {}
        idle_blocks: dict[str, int] = {}
        for done, one in enumerate(prepared):
            if any(map(verdict.ends_submission, results)):
                results.append(verdict.not_run(one.case))
                continue
            progress(Stage.SIMULATING, {"case": one.case.name, "done": done, "total": len(prepared)})
            case, run = self._run(compiled, exercise, one, plan)
            results.append(
                verdict.judge_case(exercise, case, one.expected, run.outputs, run.findings, run.stdout, run.coverage)
            )
            lines = dict(run.lines) or lines  # the last case is the large one: its counts are those to judge
            if run.idle_blocks is not None:
                idle_blocks[case.name] = run.idle_blocks
        ran = plan is None or idle_blocks
        wanted = (
            exercise.requirements if ran and mode is not Mode.RUN else ()
        )  # the small cases of a run would misjudge
        judged = [requirement.judge(one, lines, idle_blocks) for one in wanted]
        return verdict.decide(self._device.name, compiled, results, judged, lines, of=exercise.kind)

    def trace(self, exercise: Exercise, source: str | bytes, block: tuple[int, ...]) -> tuple[Case, RunResult] | None:
        """The steps of one block in the first visible case; None where the source does not come to a launch.

        Its result's `recorded` is None where a limit ended the run. Raises NotFoundError where there is no such block.
        """
        prepared = self._references.of(exercise)[0]
        try:
            text = sources.readable(source, self._source_bytes)
            plan = read_launch(text, exercise.sizes) if exercise.kind == "launch" else None
            compiled = self._compile(exercise, text, prepared)
        except CompileError:
            return None
        case, refused = (prepared.case, ()) if plan is None else launch.planned(plan, prepared.case, exercise.budget)
        if refused:
            return None
        at, grid = (*block, 0, 0)[:3], (*case.grid, 1, 1)[:3]
        if not all(0 <= index < size for index, size in zip(at, grid, strict=True)):
            said = f"there is no block {_numbers(at)} in the case {case.name!r}, whose grid is {_numbers(grid)}"
            raise NotFoundError(said)
        wanted = Launch(case.grid, case.block, case.shared_bytes, record=at)
        limits = RunLimits(min(exercise.budget.steps, TRACE_STEPS), TRACE_SECONDS, exercise.budget.bytes)
        return case, self._device.run(compiled, wanted, arguments(exercise, prepared), limits)

    def _compile(self, exercise: Exercise, text: str, prepared: Prepared) -> Compiled:
        if exercise.kind == "kernel":
            return self._compiler.compile(text, exercise.entry, arguments(exercise, prepared))
        version, compiled = self._given.get(exercise.slug, ("", None))
        if compiled is None or version != exercise.version:
            try:
                compiled = self._compiler.compile(exercise.kernel, exercise.entry, arguments(exercise, prepared))
            except CompileError as error:  # the course gave this kernel
                raise InfrastructureError(f"kernel.py of {exercise.slug!r} does not compile: {error}") from error
            self._given[exercise.slug] = (exercise.version, compiled)
        return compiled

    def _run(
        self, compiled: Compiled, exercise: Exercise, prepared: Prepared, plan: LaunchPlan | None
    ) -> tuple[Case, RunResult]:
        """The case as it was launched, and what came of it."""
        case, budget = prepared.case, exercise.budget
        if plan is not None:
            case, refused = launch.planned(plan, case, budget)
            if refused:
                return case, RunResult("ok", findings=refused)
        wanted = Launch(case.grid, case.block, case.shared_bytes, coverage=plan is not None)
        limits = RunLimits(budget.steps, budget.seconds, budget.bytes)
        if (short := registers.refused(compiled, wanted)) is not None:
            run = RunResult("ok", findings=(short,))
        else:
            run = self._device.run(compiled, wanted, arguments(exercise, prepared), limits)
        return case, run if plan is None else replace(run, findings=launch.retold(plan, case, run.findings))


def _numbers(sizes: Sequence[int]) -> str:
    return f"({', '.join(map(str, sizes))})"


def takes_all(exercise: Exercise, mode: Mode) -> bool:
    """Whether the hidden cases are run too. A question's launch is mere numbers, which fit the visible ones alone."""
    return mode is Mode.SUBMIT or (mode is Mode.QUIZ and exercise.kind == "kernel")


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
