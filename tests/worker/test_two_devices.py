"""A submission on a host with a GPU. The GPU is a stand-in that computes with the interpreter; see standins.py."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from app.course.models import Case, Exercise, Requirement, Work
from app.devices import Launch, RunResult
from app.devices.cards.fleet import NoCardError
from app.domain.submission import Mode, Stage
from app.domain.verdict import Verdict, VerdictKind
from app.errors import InfrastructureError
from app.findings import Finding, Kind, Severity
from app.grading.words import Words
from app.protocol.compiled import Compiled, CompileError
from app.worker.pipeline import Grader
from app.worker.references import References
from tests.taught import taught
from tests.worker.standins import CARD, HUNG, Answer, Interpreter, QuickCompiler, StandIn, fault

COURSE = taught().exercises
LARGE = 1 << 20  # elements of a case that the interpreter need not take


def add(body: str) -> str:
    return f"from numba import cuda\n@cuda.jit\ndef vector_add(a, b, out):\n    i = cuda.grid(1)\n    {body}\n"


RIGHT = add("if i < out.size: out[i] = a[i] + b[i]")


def case(rng: np.random.Generator, length: int, visible: bool) -> Case:
    args = {name: rng.random(length, np.float32) for name in ("a", "b")}
    grid = ((length + 255) // 256,)
    return Case(f"{length} elements", args | {"out": np.zeros(length, np.float32)}, grid, (256,), visible)


def exercise(*lengths: int, **more: object) -> Exercise:
    """The first case is visible, the others are hidden."""

    def cases(rng: np.random.Generator) -> list[Case]:
        return [case(rng, length, place == 0) for place, length in enumerate(lengths)]

    work = Work(bytes="a.nbytes + b.nbytes + out.nbytes", flops="out.size")
    return replace(COURSE["vector-add"], cases=cases, work=work, **more)  # type: ignore[arg-type]  # fields by name


SMALL = exercise(64, 256)
MIXED = exercise(64, LARGE)


class Site:
    """A grader whose parts can be asked what they did."""

    def __init__(self, answer: Answer = lambda run, launch: run, doubt: Answer = lambda run, launch: run) -> None:
        self.gpu, self.interpreter = StandIn(answer), Interpreter(doubt)
        self.grader = Grader(QuickCompiler(), self.interpreter, References(seed=1), gpu=self.gpu)
        self.told: list[tuple[Stage, object]] = []

    def grade(self, source: str, of: Exercise = SMALL, mode: Mode = Mode.SUBMIT) -> Verdict:
        return self.grader.grade(of, source, mode, lambda stage, args: self.told.append((stage, args.get("case"))))


def on_large(answer: RunResult) -> Callable[[RunResult, Launch], RunResult]:
    return lambda run, launch: answer if launch.grid[0] > 100 else run


def test_a_gpu_runs_every_case_and_the_interpreter_the_light_ones() -> None:
    site = Site()
    verdict = site.grade(RIGHT, MIXED)
    assert (verdict.kind, verdict.device) == (VerdictKind.PASSED, CARD.name)
    assert [launch.grid for launch in site.gpu.ran] == [(1,), (LARGE // 256,)]
    assert [launch.grid for launch in site.interpreter.ran] == [(1,)]


def test_the_order_of_cases_and_steps_is_kept() -> None:
    site = Site()
    verdict = site.grade(RIGHT)
    assert [one.name for one in verdict.cases] == ["64 elements", "256 elements"]
    assert site.told == [
        (Stage.COMPILING, None),
        (Stage.SIMULATING, "64 elements"),
        (Stage.SIMULATING, "256 elements"),
        (Stage.LAUNCHING, "64 elements"),
        (Stage.MEASURING, "256 elements"),
    ]


def test_inputs_are_named_by_exercise_version_and_place() -> None:
    site = Site()
    site.grade(RIGHT)
    assert [launch.given for launch in site.gpu.ran] == [f"vector-add:{SMALL.version}:{place}" for place in (0, 1)]


def test_a_fault_that_the_interpreter_finds_costs_no_launch() -> None:
    site = Site()
    verdict = site.grade(add("out[i] = a[i] + b[i]"), MIXED)
    assert (verdict.kind, verdict.device, site.gpu.ran) == (VerdictKind.FAULT, "simt", [])
    assert [one.status for one in verdict.cases] == [VerdictKind.FAULT, "not_run"]


def test_outputs_are_judged_as_the_gpu_gives_them() -> None:
    def off(run: RunResult, launch: Launch) -> RunResult:
        return replace(run, outputs={"out": run.outputs["out"] + 1})

    verdict = Site(answer=off).grade(RIGHT)
    assert (verdict.kind, verdict.findings) == (VerdictKind.WRONG_ANSWER, ())
    assert Site(doubt=off).grade(RIGHT).passed


def test_a_case_that_the_interpreter_takes_for_its_counts_is_the_last_whatever_it_weighs() -> None:
    wanted = exercise(64, LARGE, requirements=(Requirement("sector_efficiency", ">=", 0.9),))
    site = Site()
    verdict = site.grade(RIGHT, wanted)
    assert [one.ok for one in verdict.requirements] == [True]
    assert LARGE // 256 in {launch.grid[0] for launch in site.interpreter.ran}
    assert site.grade(RIGHT, wanted, Mode.RUN).requirements == ()


@pytest.mark.parametrize(
    ("answer", "kind", "key"),
    [
        (fault(Kind.OUT_OF_BOUNDS, "out_of_bounds.gpu"), VerdictKind.FAULT, "out_of_bounds.gpu"),
        (fault(Kind.MISALIGNED, "misaligned.gpu"), VerdictKind.FAULT, "misaligned.gpu"),
        (fault(Kind.LAUNCH_CONFIG, "launch_config.together"), VerdictKind.LAUNCH_ERROR, "launch_config.together"),
        (HUNG, VerdictKind.TIME_LIMIT, "timeout.gpu"),
    ],
)
def test_a_fault_of_the_gpu_that_the_interpreter_does_not_find_stands(
    answer: RunResult, kind: VerdictKind, key: str
) -> None:
    site = Site(on_large(answer))
    verdict = site.grade(RIGHT, MIXED)
    assert (verdict.kind, [finding.message_key for finding in verdict.findings]) == (kind, [key])
    assert Words().finding(verdict.findings[0])[0]
    assert verdict.benchmark is None


def test_a_fault_of_the_gpu_is_told_with_the_line_that_the_interpreter_finds() -> None:
    far = add("if i < out.size or out.size > 100: out[i + out.size // 100] = a[i] + b[i]")
    verdict = Site(on_large(fault(Kind.OUT_OF_BOUNDS, "out_of_bounds.gpu"))).grade(far, MIXED)
    assert {(finding.message_key, finding.line) for finding in verdict.findings} == {("out_of_bounds.write", 5)}
    assert verdict.findings[0].thread is not None


def test_a_wrong_answer_in_a_heavy_case_is_explained_by_the_fault_behind_it() -> None:
    racing = add("if i < out.size: out[i if out.size < 100 else i // 2] = a[i] + b[i]")
    verdict = Site().grade(racing, MIXED)
    assert verdict.kind is VerdictKind.FAULT
    assert Kind.DATA_RACE in {finding.kind for finding in verdict.findings}
    assert verdict.cases[1].mismatch is not None


def test_after_a_fault_of_the_gpu_its_other_cases_are_not_run() -> None:
    site = Site(on_large(fault(Kind.OUT_OF_BOUNDS, "out_of_bounds.gpu")))
    verdict = site.grade(RIGHT, exercise(64, LARGE, 65))
    assert [one.status for one in verdict.cases] == [VerdictKind.PASSED, VerdictKind.FAULT, "not_run"]
    assert len(site.gpu.ran) == 2


def test_what_the_interpreter_does_not_know_is_left_to_the_gpu_and_told() -> None:
    unknown = Finding(Kind.UNSUPPORTED, Severity.ERROR, 5, "unsupported.call", {"name": "f"})
    site = Site(doubt=lambda run, launch: RunResult("unsupported", findings=(unknown,)))
    verdict = site.grade(RIGHT)
    assert (verdict.kind, len(site.interpreter.ran), len(site.gpu.ran)) == (VerdictKind.PASSED, 1, 2)
    assert verdict.unchecked is not None
    assert "line 5" in Words().message(verdict.unchecked)
    assert [(finding.kind, finding.severity) for finding in verdict.findings] == [(Kind.UNSUPPORTED, Severity.INFO)]


def test_what_was_not_counted_does_not_pass_where_counts_are_judged() -> None:
    wanted = exercise(64, requirements=(Requirement("shared_requests", ">=", 1),))
    unknown = RunResult("unsupported", findings=(Finding(Kind.UNSUPPORTED, Severity.ERROR, 5, "unsupported.call"),))
    verdict = Site(doubt=lambda run, launch: unknown).grade(RIGHT, wanted)
    assert (verdict.kind, verdict.message.key) == (VerdictKind.UNSUPPORTED, "verdict.unsupported.counts")
    assert verdict.requirements == ()


def test_a_kernel_that_uses_up_its_steps_hangs_on_either_device() -> None:
    site = Site()
    verdict = site.grade(add("while True: i += 1"), replace(SMALL, budget=replace(SMALL.budget, steps=2_000)))
    assert (verdict.kind, site.gpu.ran) == (VerdictKind.TIME_LIMIT, [])
    assert verdict.findings[0].line == 5


def test_an_interpreter_that_is_merely_slow_fails_nobody() -> None:
    late = RunResult("time_limit", findings=(Finding(Kind.TIMEOUT, Severity.ERROR, 5, "timeout"),), late=True)
    verdict = Site(doubt=lambda run, launch: late).grade(RIGHT)
    assert verdict.passed
    assert verdict.unchecked is not None
    assert verdict.unchecked.key == "unchecked.slow"


def test_a_gpu_that_hangs_as_well_is_told_with_the_interpreter_s_line() -> None:
    late = RunResult("time_limit", findings=(Finding(Kind.TIMEOUT, Severity.ERROR, 5, "timeout"),), late=True)
    verdict = Site(lambda run, launch: HUNG, doubt=lambda run, launch: late).grade(RIGHT)
    assert verdict.kind is VerdictKind.TIME_LIMIT
    assert [(finding.message_key, finding.line) for finding in verdict.findings] == [("timeout", 5)]


def test_what_a_hidden_case_prints_is_shown_nowhere() -> None:
    loud = add("if i < out.size:\n        out[i] = a[i] + b[i]\n        if i == 0: print(out.size)")
    verdict = Site(lambda run, launch: replace(run, stdout="from the GPU")).grade(loud)
    assert [one.stdout for one in verdict.cases] == ["64\n", ""]


def test_a_launch_is_covered_by_the_interpreter_and_answered_by_the_gpu() -> None:
    site = Site()
    verdict = site.grade("block = 256\ngrid = (n + 255) // 256", COURSE["cover-a-vector"])
    assert (verdict.kind, verdict.device) == (VerdictKind.PASSED, CARD.name)
    assert len(site.interpreter.ran) == len(site.gpu.ran) == len(verdict.cases)
    assert verdict.cases[0].coverage is not None
    assert verdict.occupancy is not None
    assert verdict.occupancy.threads == 256


def test_a_benchmark_is_of_the_last_case_and_of_what_is_submitted() -> None:
    site = Site()
    made = site.grade(RIGHT).benchmark
    assert made is not None
    assert (made.case, made.card, made.median_us, made.bytes) == ("256 elements", CARD.name, 100.0, 3 * 4 * 256)
    assert site.grade(RIGHT, mode=Mode.RUN).benchmark is None
    assert site.grade(RIGHT, replace(SMALL, work=None)).benchmark is None
    assert [launch.measured for launch in site.gpu.ran].count(True) == 1


def test_a_time_above_the_roofline_is_withheld_and_flagged(caplog: pytest.LogCaptureFixture) -> None:
    impossible = replace(SMALL, work=Work(bytes="1_000_000 * out.nbytes"))
    with caplog.at_level(logging.WARNING):
        verdict = Site().grade(RIGHT, impossible)
    assert verdict.passed
    assert verdict.benchmark is not None
    assert verdict.benchmark.withheld
    assert [record.levelname for record in caplog.records if "vector-add" in record.getMessage()] == ["WARNING"]


def test_a_kernel_that_answers_otherwise_when_it_is_timed_is_wrong() -> None:
    def cheats(run: RunResult, launch: Launch) -> RunResult:
        return replace(run, repeated={"out": 0 * run.outputs["out"]}) if launch.measured else run

    verdict = Site(cheats).grade(RIGHT)
    mismatch = verdict.cases[-1].mismatch
    assert verdict.kind is VerdictKind.WRONG_ANSWER
    assert mismatch is not None
    assert mismatch.pattern is not None
    assert mismatch.pattern.key == "pattern.unsteady"
    assert verdict.benchmark is None


def test_a_kernel_that_is_right_only_when_it_is_timed_is_wrong() -> None:
    def slow(run: RunResult, launch: Launch) -> RunResult:
        first = {"out": 0 * run.outputs["out"]}
        return replace(run, outputs=first, repeated=run.outputs) if launch.measured else run

    verdict = Site(slow).grade(RIGHT)
    assert (verdict.kind, verdict.benchmark) == (VerdictKind.WRONG_ANSWER, None)
    assert verdict.cases[-1].mismatch is not None


def test_when_the_last_card_fails_in_the_midst_of_an_attempt_the_interpreter_grades_it_all() -> None:
    def fail(run: RunResult, launch: Launch) -> RunResult:
        site.gpu.usable = False
        raise NoCardError("no GPU can be used now")

    site = Site(fail)
    verdict = site.grade(RIGHT, MIXED)
    assert (verdict.kind, verdict.device, len(site.gpu.ran)) == (VerdictKind.PASSED, "simt", 1)
    assert LARGE // 256 in {launch.grid[0] for launch in site.interpreter.ran}


def test_a_card_that_is_merely_busy_gives_the_attempt_back() -> None:
    def busy(run: RunResult, launch: Launch) -> RunResult:
        raise NoCardError("no GPU became free within 60 s")

    with pytest.raises(InfrastructureError):
        Site(busy).grade(RIGHT)


def test_without_a_card_that_can_be_used_the_interpreter_does_it_all() -> None:
    site = Site()
    site.gpu.usable = False
    verdict = site.grade(RIGHT)
    assert (verdict.kind, verdict.device, site.gpu.ran) == (VerdictKind.PASSED, "simt", [])
    assert verdict.occupancy is not None


def test_what_was_begun_for_a_source_that_does_not_compile_is_heard_by_nobody() -> None:
    site = Site()
    verdict = site.grade("from numba import cuda\ndef vector_add(a, b, out): pass\n")
    assert verdict.kind is VerdictKind.COMPILE_ERROR
    assert (site.interpreter.ran, site.gpu.ran, site.told) == ([], [], [(Stage.COMPILING, None)])


def test_the_heaviest_case_is_begun_first_and_run_once() -> None:
    site = Site()
    assert site.grade(RIGHT, exercise(64, 1_024, 256)).passed
    assert [launch.grid for launch in site.interpreter.ran] == [(4,), (1,), (1,)]


class Slow:
    """Reads machine code when it is let."""

    def __init__(self) -> None:
        self.let, self.asked = threading.Event(), threading.Event()

    def sass(self, compiled: Compiled) -> tuple[tuple[int | None, str], ...]:
        self.asked.set()
        self.let.wait(60)
        return ((3, "EXIT"),)


def test_a_verdict_that_need_not_be_listed_does_not_wait_for_its_machine_code() -> None:
    slow = Slow()
    grader = Grader(QuickCompiler(), Interpreter(lambda run, launch: run), References(seed=1), disassembler=slow)
    made = grader.grade(SMALL, RIGHT, Mode.SUBMIT, lambda stage, args: None, listed=False)
    assert made.compiled is not None
    assert made.compiled.sass == ()
    slow.let.set()
    assert (coming := grader.unlisted()) is not None
    assert coming.result() == ((3, "EXIT"),)
    again = grader.grade(SMALL, RIGHT, Mode.SUBMIT, lambda stage, args: None)
    assert again.compiled is not None
    assert again.compiled.sass == ((3, "EXIT"),)


def test_where_a_gpu_is_quick_machine_code_is_read_after_the_verdict() -> None:
    slow = Slow()
    slow.let.set()
    parts = QuickCompiler(), Interpreter(), References(seed=1)
    grader = Grader(*parts, gpu=StandIn(), disassembler=slow)
    assert grader.grade(SMALL, RIGHT, Mode.SUBMIT, lambda stage, args: None, listed=False).passed
    assert not slow.asked.is_set()
    assert (coming := grader.unlisted()) is not None
    assert coming.result(60) == ((3, "EXIT"),)


def test_what_does_not_compile_anew_has_no_machine_code_of_the_first_try() -> None:
    def fail(run: RunResult, launch: Launch) -> RunResult:
        gpu.usable = False
        raise NoCardError("no GPU can be used now")

    class Once(QuickCompiler):
        def compile(self, *args: Any, **kwargs: Any) -> Compiled:
            if not gpu.usable:
                raise CompileError([Finding(Kind.TIMEOUT, Severity.ERROR, None, "timeout.compile")])
            return super().compile(*args, **kwargs)

    gpu = StandIn(fail)
    parts = Once(), Interpreter(), References(seed=1)
    grader = Grader(*parts, gpu=gpu, disassembler=Slow())
    verdict = grader.grade(MIXED, RIGHT, Mode.SUBMIT, lambda stage, args: None, listed=False)
    assert (verdict.kind, grader.unlisted()) == (VerdictKind.TIME_LIMIT, None)
