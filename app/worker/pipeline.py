"""A submission from source to verdict, on one screen: check → compile → interpret → launch → compare → decide."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from datetime import UTC, datetime

from app.course.launch import read_launch
from app.course.models import Case, Exercise, Requirement
from app.devices import Cards, CompilesBeside, Disassembles, Interprets, Launch, RunLimits, RunResult
from app.domain.film import Coming
from app.domain.submission import Mode, Stage
from app.domain.verdict import RequirementResult, Verdict
from app.errors import InfrastructureError, NotFoundError
from app.grading import compilation, hardware, requirement, verdict
from app.grading import source as sources
from app.grading.occupancy import OCCUPANCY, judge_occupancy, occupancy
from app.protocol.compiled import Compiled, CompileError
from app.worker import share
from app.worker.ahead import Ahead
from app.worker.attempt import Attempt
from app.worker.filming import Drawing, filmed, whole
from app.worker.interpreting import Interpreted, Progress, at, changes, interpret
from app.worker.launching import Launched, launch
from app.worker.listing import Listed, Listing
from app.worker.programs import ProgramGrader
from app.worker.references import Prepared, References

TRACE_STEPS = 4_000  # a recording is full by then, and a kernel that hangs need not use up its time
TRACE_SECONDS = 30.0  # nobody is graded by them

log = logging.getLogger(__name__)


class Grader:
    """Grades one submission at a time. Raises InfrastructureError where the fault is ours.

    `device` is the interpreter. Without a `gpu` that can be used it runs all cases, and its word is the last.
    """

    def __init__(
        self,
        compiler: CompilesBeside,
        device: Interprets,
        references: References,
        source_bytes: int = sources.MAX_BYTES,
        gpu: Cards | None = None,
        disassembler: Disassembles | None = None,
        programs: ProgramGrader | None = None,
    ) -> None:
        self._compiler = compiler
        self._device = device
        self._references = references
        self._source_bytes = source_bytes
        self._gpu = gpu
        self._listing = None if disassembler is None else Listing(disassembler)
        self._programs = programs
        self._given: dict[str, tuple[str, Compiled]] = {}  # by exercise of kind `launch`: version, and its kernel
        self._unread: Compiled | None = None  # whose machine code nobody has begun to read
        self._unlisted: Future[Listed] | None = None
        self._drawing: Drawing | None = None

    def grade(
        self,
        exercise: Exercise,
        source: str | bytes,
        mode: Mode,
        progress: Progress,
        *,
        listed: bool = True,
        films: bool = False,
    ) -> Verdict:
        """Unless it has to be `listed`, the verdict does not wait for its machine code, which `unlisted` then gives.

        With `films`, what passes a Submit draws where the exercise has it draw: `drawing` then gives it.
        """
        started = time.monotonic()
        self._drawing = None
        made = self._grade(exercise, source, mode, progress)
        if listed and (coming := self.unlisted()) is not None:
            made = verdict.listed(made, coming.result())
        made = made.model_copy(update={"ms": round(1000 * (time.monotonic() - started), 1)})
        if films and made.passed and mode is Mode.SUBMIT and exercise.film is not None:
            self._drawing = self._film(exercise, source)
            made = made.model_copy(update={"coming": Coming(told_at=datetime.now(UTC))})
        return made

    def drawing(self) -> Drawing | None:
        """The film that the last verdict did not wait for."""
        return self._drawing

    def unlisted(self) -> Future[Listed] | None:
        """The machine code that the last verdict did not wait for.

        Where there is a GPU it is begun to be read here, and not while the cases run, which are over in milliseconds.
        """
        if self._unread is not None and self._listing is not None:
            self._unlisted, self._unread = self._listing.begin(self._unread), None
        return self._unlisted

    def close(self) -> None:
        """Before the disassembler is closed: a thread may be asking it."""
        if self._listing is not None:
            self._listing.close()

    def _grade(self, exercise: Exercise, source: str | bytes, mode: Mode, progress: Progress) -> Verdict:
        self._unread = self._unlisted = None
        prepared = [p for p in self._references.of(exercise) if p.case.visible or takes_all(exercise, mode)]
        progress(Stage.COMPILING, {})
        if exercise.kind == "program":
            return self._of_program(exercise, source, mode, prepared, progress)
        gpu = self._gpu if self._gpu is not None and self._gpu.usable else None
        try:
            return self._of_kernel(exercise, source, mode, prepared, progress, gpu)
        except InfrastructureError as error:
            if gpu is None or gpu.usable:
                raise
            log.warning("the last GPU failed in the midst of an attempt, and the interpreter begins anew: %s", error)
        self._unread = self._unlisted = None  # of the first try
        return self._of_kernel(exercise, source, mode, prepared, progress, None)

    def _of_kernel(
        self,
        exercise: Exercise,
        source: str | bytes,
        mode: Mode,
        prepared: Sequence[Prepared],
        progress: Progress,
        gpu: Cards | None,
    ) -> Verdict:
        """Of a kernel or a launch."""
        progress = changes(progress)
        with Ahead(self._device) as device, ExitStack() as ending:
            try:
                draft = self._draft(exercise, source)
                places = range(len(prepared)) if gpu is None else share.taken(draft, prepared, mode)
                first = prepared[share.heaviest(draft, prepared, places)]

                def hear() -> None:  # it may take long, which is no compiling
                    progress(*at(prepared, places, 0))
                    device.hear()

                compiling = self._compiled(draft, prepared[0], lambda: device.begin(draft, first), hear)
                attempt = replace(draft, compiled=ending.enter_context(compiling))
            except CompileError as error:
                return verdict.refused(error.findings, self._device.name, of=exercise.kind)
            self._unread = attempt.compiled
            if gpu is None:
                self.unlisted()
            found = interpret(attempt, prepared, places, device, progress, helped=gpu is not None)
            launched = None
            if gpu is not None and not found.certain:
                measured = exercise.work is not None and mode is Mode.SUBMIT
                launched = launch(attempt, prepared, found, gpu, device, progress, measured=measured)
        return self._decided(attempt, prepared, found, launched, mode)

    def _decided(
        self,
        attempt: Attempt,
        prepared: Sequence[Prepared],
        found: Interpreted,
        launched: Launched | None,
        mode: Mode,
    ) -> Verdict:
        exercise, last = attempt.exercise, len(prepared) - 1
        results = [found.results.get(place) or verdict.not_run(one.case) for place, one in enumerate(prepared)]
        ran = attempt.plan is None or found.idle_blocks
        asked = exercise.requirements if ran and mode is not Mode.RUN else ()  # a run's small cases would misjudge
        wanted = [one for one in asked if one.name not in {*compilation.METRICS, OCCUPANCY}]
        counted = last in found.results
        judged = [requirement.judge(one, found.lines, found.idle_blocks) for one in wanted if counted]
        if attempt.compiled.cubin:  # and is no preview
            judged += [_judged_compiled(one, attempt, prepared[last]) for one in asked if one not in wanted]
        device = self._device.name if launched is None else launched.device
        cases = results if launched is None else launched.results
        made = verdict.decide(device, attempt.compiled, cases, judged, found.lines, of=exercise.kind)
        if wanted and not counted:
            made = hardware.uncounted(made)
        case, _ = attempt.case(_last_run(prepared, made))
        more = {
            "occupancy": occupancy(attempt.compiled, case.name, case.block, case.shared_bytes),
            "benchmark": launched and launched.benchmark,
            "unchecked": found.unchecked,
        }
        return made.model_copy(update=more)

    def _of_program(
        self, exercise: Exercise, source: str | bytes, mode: Mode, prepared: Sequence[Prepared], progress: Progress
    ) -> Verdict:
        if self._programs is None:
            raise InfrastructureError("this grader runs kernels alone, and the exercise is a host program")
        return self._programs.grade(exercise, source, mode, prepared, progress)

    def _film(self, exercise: Exercise, source: str | bytes) -> Drawing:
        """What a source that has passed draws. None, and a line in the log, where that fails: the verdict stands."""
        draft = self._draft(exercise, source)
        gpu = self._gpu if self._gpu is not None and self._gpu.usable else None
        try:
            if gpu is None:  # the interpreter needs no machine code
                return (yield from filmed(exercise, draft.compiled, self._device))
            with self._compiled(draft, self._references.of(exercise)[0]) as compiled:
                return whole(filmed(exercise, compiled, gpu, large=True))  # nothing else is compiled meanwhile
        except InfrastructureError as error:
            log.warning("no film of %s was made: %s", exercise.slug, error)
            return None

    def trace(self, exercise: Exercise, source: str | bytes, block: tuple[int, ...]) -> tuple[Case, RunResult] | None:
        """The steps of one block in the first visible case; None where the source does not come to a launch.

        Its result's `recorded` is None where a limit ended the run. Raises NotFoundError where there is no such block.
        """
        prepared = self._references.of(exercise)[0]
        if exercise.kind == "program":
            return None  # which of its launches would be meant
        try:
            draft = self._draft(exercise, source)
            with self._compiled(draft, prepared) as compiled:
                attempt = replace(draft, compiled=compiled)
        except CompileError:
            return None
        case, refused = attempt.case(prepared)
        if refused:
            return None
        at, grid = (*block, 0, 0)[:3], (*case.grid, 1, 1)[:3]
        if not all(0 <= index < size for index, size in zip(at, grid, strict=True)):
            said = f"there is no block {_numbers(at)} in the case {case.name!r}, whose grid is {_numbers(grid)}"
            raise NotFoundError(said)
        wanted = Launch(case.grid, case.block, case.shared_bytes, record=at)
        limits = RunLimits(min(exercise.budget.steps, TRACE_STEPS), TRACE_SECONDS, exercise.budget.bytes)
        return case, self._device.run(attempt.compiled, wanted, prepared.arguments, limits)

    def _draft(self, exercise: Exercise, source: str | bytes) -> Attempt:
        """What can be told before anything is compiled. Raises CompileError where the learner is at fault."""
        text = sources.readable(source, self._source_bytes)
        plan = read_launch(text, exercise.sizes) if exercise.kind == "launch" else None
        kernel = text if plan is None else exercise.kernel
        return Attempt(exercise, Compiled(kernel, exercise.entry, "", self._compiler.arch, "", b"", 0, 0, 0, 0), plan)

    @contextmanager
    def _compiled(
        self,
        draft: Attempt,
        prepared: Prepared,
        compiling: Callable[[], None] | None = None,
        linking: Callable[[], None] | None = None,
    ) -> Iterator[Compiled]:
        """What is to be done meanwhile is left undone where nothing has to be compiled any more."""
        exercise = draft.exercise
        if exercise.kind == "kernel":
            source, meant = draft.compiled.source, prepared.arguments
            beside = self._compiler.compiled(source, exercise.entry, meant, compiling=compiling, linking=linking)
            with beside as compiled:
                yield compiled
        else:
            yield self._of_course(exercise, prepared)

    def _of_course(self, exercise: Exercise, prepared: Prepared) -> Compiled:
        """The kernel that the course gives to an exercise of kind `launch`."""
        version, compiled = self._given.get(exercise.slug, ("", None))
        if compiled is None or version != exercise.version:
            try:
                compiled = self._compiler.compile(exercise.kernel, exercise.entry, prepared.arguments)
            except CompileError as error:  # the course gave this kernel
                raise InfrastructureError(f"kernel.py of {exercise.slug!r} does not compile: {error}") from error
            self._given[exercise.slug] = (exercise.version, compiled)
        return compiled


def _last_run(prepared: Sequence[Prepared], made: Verdict) -> Prepared:
    ran = [one for one, case in zip(prepared, made.cases, strict=True) if case.status != "not_run"]
    return ran[-1]


def _judged_compiled(wanted: Requirement, attempt: Attempt, last: Prepared) -> RequirementResult:
    if wanted.name != OCCUPANCY:
        return compilation.judge_compiled(wanted, attempt.compiled)
    case, _ = attempt.case(last)
    return judge_occupancy(wanted, occupancy(attempt.compiled, case.name, case.block, case.shared_bytes))


def _numbers(sizes: Sequence[int]) -> str:
    return f"({', '.join(map(str, sizes))})"


def takes_all(exercise: Exercise, mode: Mode) -> bool:
    """Whether the hidden cases are run too. A question's launch is mere numbers, which fit the visible ones alone."""
    return mode is Mode.SUBMIT or (mode is Mode.QUIZ and exercise.kind != "launch")
