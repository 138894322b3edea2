"""The launch that is begun while a kernel compiles, heard of once and never kept running."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest

from app.devices import Argument, Launch, RunLimits, RunResult
from app.domain.submission import Mode, Stage
from app.errors import InfrastructureError
from app.protocol.compiled import Compiled
from app.worker.pipeline import Grader
from app.worker.references import References
from app.worker.stop import Abandon
from tests.taught import taught
from tests.worker.standins import Interpreter, QuickCompiler

ADD = taught().exercises["vector-add"]


class Noted(Interpreter):
    """Notes when a launch is begun, waited for, and given up or over."""

    def __init__(self, notes: list[str]) -> None:
        super().__init__()
        self.notes = notes

    @contextmanager
    def begun(
        self, compiled: Compiled, launch: Launch, arguments: Sequence[Argument], limits: RunLimits
    ) -> Iterator[Callable[[], RunResult]]:
        def end() -> RunResult:
            self.notes.append("heard")
            return self.run(compiled, launch, arguments, limits)

        self.notes.append("begun")
        try:
            yield end
        finally:
            self.notes.append("over")


class Steps(QuickCompiler):
    """Notes when it compiles and links, and breaks off where it is told to."""

    def __init__(self, notes: list[str], broken: type[BaseException] | None = None) -> None:
        super().__init__()
        self.notes, self.broken = notes, broken

    def compile(
        self,
        source: str,
        entry: str,
        arguments: Sequence[Argument],
        *,
        compiling: Callable[[], None] | None = None,
        linking: Callable[[], None] | None = None,
    ) -> Compiled:
        assert compiling is not None
        assert linking is not None
        compiling()
        self.notes.append("compiled")
        if self.broken is not None:
            raise self.broken
        linking()
        self.notes.append("linked")
        return super().compile(source, entry, arguments)


def test_the_interpreter_works_beside_the_compiler_and_is_heard_before_the_kernel_is_linked() -> None:
    notes: list[str] = []
    grader = Grader(Steps(notes), Noted(notes), References(seed=1))
    assert grader.grade(ADD, ADD.solution, Mode.RUN, lambda stage, args: None).passed
    assert notes == ["begun", "compiled", "heard", "linked", "over"]


def test_who_waits_for_the_interpreter_while_the_kernel_is_linked_is_told_so_once() -> None:
    told: list[Stage] = []
    notes: list[str] = []

    def tell(stage: Stage, args: dict[str, object]) -> None:
        told.append(stage)
        notes.append(stage)

    visible = sum(one.case.visible for one in References(seed=1).of(ADD))
    Grader(Steps(notes), Noted(notes), References(seed=1)).grade(ADD, ADD.solution, Mode.RUN, tell)
    assert notes.index(Stage.SIMULATING) < notes.index("heard")
    assert told == [Stage.COMPILING, *[Stage.SIMULATING] * visible]


def test_what_breaks_off_a_compilation_ends_the_launch_that_was_begun() -> None:
    notes: list[str] = []
    grader = Grader(Steps(notes, broken=KeyboardInterrupt), Noted(notes), References(seed=1))
    with pytest.raises(KeyboardInterrupt):
        grader.grade(ADD, ADD.solution, Mode.RUN, lambda stage, args: None)
    assert notes == ["begun", "compiled", "over"]


def test_a_launch_that_ends_badly_does_not_hide_that_its_attempt_was_abandoned() -> None:
    class Fallen(Interpreter):
        @contextmanager
        def begun(self, *asked: Any) -> Iterator[Callable[[], RunResult]]:
            yield lambda: self.run(*asked)
            raise InfrastructureError("the interpreter was ended after it had answered")

    def leave(stage: Stage, args: dict[str, object]) -> None:
        if stage is Stage.SIMULATING:
            raise Abandon("cancel")

    with pytest.raises(Abandon):
        Grader(Steps([]), Fallen(), References(seed=1)).grade(ADD, ADD.solution, Mode.RUN, leave)
    with pytest.raises(InfrastructureError):
        Grader(Steps([]), Fallen(), References(seed=1)).grade(ADD, ADD.solution, Mode.RUN, lambda stage, args: None)


def test_an_attempt_that_is_abandoned_leaves_nothing_to_the_next_one() -> None:
    def leave(stage: Stage, args: dict[str, object]) -> None:
        if stage is Stage.SIMULATING:
            raise Abandon("cancel")

    notes: list[str] = []
    grader = Grader(Steps(notes), Noted(notes), References(seed=1))
    with pytest.raises(Abandon):
        grader.grade(ADD, ADD.solution, Mode.RUN, leave)
    assert (notes.count("begun"), notes.count("over")) == (1, 1)
    assert grader.grade(ADD, ADD.solution, Mode.RUN, lambda stage, args: None).passed
