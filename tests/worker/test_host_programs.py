"""Host programs through the real pipeline: what each of them is told, with lines."""

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace

import numpy as np
import pytest

from app.course.models import Case, Direction, Exercise, Parameter, Requirement
from app.devices import Card
from app.devices.compiler import Compiler
from app.devices.program import ProgramLimits, ProgramReport, Programs, ProgramStatus
from app.devices.simt import SimtDevice
from app.domain.submission import Mode
from app.domain.verdict import Verdict, VerdictKind
from app.errors import InfrastructureError
from app.findings import Kind
from app.grading.words import Words
from app.worker.pipeline import Grader
from app.worker.programs import ProgramGrader
from app.worker.references import References
from tests.taught import taught

KERNEL = """\
import numpy as np
from numba import cuda
@cuda.jit
def double(a, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = 2 * a[i]
def main(a):
"""
RIGHT = """\
    d = cuda.to_device(a)
    double[4, 32](d, d)
    return d.copy_to_host(), a.max()
"""
CARD = Card(0, "GPU-0", "H200", "sm_90", 1 << 37, 132, "580", "13.0", reads_host=False)
EARLY = """\
    stream, out = cuda.stream(), cuda.pinned_array(a.size, a.dtype)
    d = cuda.to_device(2 * a)
    d.copy_to_host(out, stream=stream)
    return out, a.max()
"""
EXERCISE = replace(
    taught().exercises["round-trip"],
    slug="double",
    version="double",
    parameters=(Parameter("a", Direction.IN, "float32", 1),),
    results=(Parameter("out", Direction.OUT, "float32", 1), Parameter("most", Direction.OUT, "float32", 0)),
    reference=lambda a: {"out": 2 * a, "most": a.max()},
    cases=lambda rng: [Case(str(n), {"a": rng.random(n).astype(np.float32)}, visible=n == 9) for n in (9, 100)],
)


@pytest.fixture(scope="module")
def programs(compiler: Compiler, device: SimtDevice) -> Iterator[Grader]:
    made = ProgramGrader(lambda: Programs.start(compiler))
    with closing(made):
        yield Grader(compiler, device, References(seed=1), programs=made)


def grade(grader: Grader, body: str, exercise: Exercise = EXERCISE, mode: Mode = Mode.SUBMIT) -> Verdict:
    return grader.grade(exercise, KERNEL + body, mode, lambda stage, args: None)


def test_a_right_program_passes_and_its_calls_are_shown(programs: Grader) -> None:
    verdict = grade(programs, RIGHT)
    assert (verdict.kind, verdict.device, verdict.findings) == (VerdictKind.PASSED, "simt", ())
    assert [(r.name, r.got) for r in verdict.requirements][:2] == [("copies_to_device", 1), ("copies_to_host", 1)]
    assert verdict.timeline is not None
    told = [(call.action, call.line) for call in verdict.timeline.calls if call.action != "free"]
    assert (verdict.timeline.case, verdict.timeline.measured) == ("100", False)
    assert told == [("alloc", 9), ("copy_in", 9), ("launch", 10), ("copy_out", 11)]


def test_run_takes_the_visible_cases_and_asks_for_nothing_more(programs: Grader) -> None:
    verdict = grade(programs, RIGHT, mode=Mode.RUN)
    assert ([case.name for case in verdict.cases], verdict.requirements) == (["9"], ())
    assert verdict.timeline is not None
    assert verdict.timeline.case == "9"


def test_copies_that_are_not_needed_are_told_with_their_lines(programs: Grader) -> None:
    verdict = grade(programs, "    out = np.empty_like(a)\n    double[4, 32](a, out)\n    return out, a.max()\n")
    assert verdict.kind is VerdictKind.TOO_SLOW
    assert [(r.got, r.lines) for r in verdict.requirements if not r.ok] == [(2, (10,)), (2, (10,))]
    assert "copies_to_device <= 1" in Words().message(verdict.message)


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ("    double[4, 32](a, a)\n", "main returned None."),
        ("    return a\n", "main should return 2 values, and returned 1."),
        ("    return a.astype(float), 1.0\n", "what was returned is float64 (9,): the dtype differs."),
        ("    return a[1:], 1.0\n", "what was returned is float32 (8,): the shape differs."),
        ("    return 1.0, 1.0\n", "out should be a NumPy array, float32 (9,), and a value of type float"),
        ("    return 2 * a, a\n", "most should be one number, float32, and an array was returned"),
        ("    return 2 * a, '1'\n", "the dtype differs"),
        ("    return cuda.to_device(2 * a), 1.0\n", "What was returned is still on the device"),
        (EARLY, "What was returned may not have arrived yet"),
    ],
)
def test_what_is_returned_in_another_form_gets_a_sentence(programs: Grader, body: str, sentence: str) -> None:
    verdict = grade(programs, body, mode=Mode.RUN)
    assert verdict.kind is VerdictKind.WRONG_ANSWER
    assert sentence in Words().message(verdict.message)
    (case,) = verdict.cases
    assert case.mismatch is not None
    assert (case.mismatch.index, case.mismatch.total) == ((), 0)


def test_a_number_may_be_pythons_or_numpys(programs: Grader) -> None:
    body = RIGHT.replace("a.max()", "float(a.max())")
    assert grade(programs, body, mode=Mode.RUN).passed
    (case,) = grade(programs, RIGHT.replace("a.max()", "7"), mode=Mode.RUN).cases
    assert case.mismatch is not None
    assert (case.mismatch.output, case.mismatch.index, case.mismatch.got) == ("most", (), 7.0)


def test_an_exception_is_told_with_its_type_its_text_and_its_line(programs: Grader) -> None:
    verdict = grade(programs, "    raise ValueError('no such thing')\n", mode=Mode.RUN)
    said = "Line 9 of your host code raised ValueError: “no such thing”, first in the case 9."
    assert (verdict.kind, Words().message(verdict.message)) == (VerdictKind.RUNTIME_ERROR, said)
    assert [(finding.kind, finding.line) for finding in verdict.findings] == [(Kind.HOST_ERROR, 9)]


@pytest.mark.parametrize(
    ("body", "kind", "line"),
    [
        ("    double[4, 2048](a, a)\n", VerdictKind.LAUNCH_ERROR, 9),
        ("    return cuda.to_device(np.zeros(1 << 27))\n", VerdictKind.MEMORY_LIMIT, 9),
        ("    cuda.reduce(max)\n", VerdictKind.UNSUPPORTED, 9),
        ("    return (\n", VerdictKind.COMPILE_ERROR, 9),
    ],
)
def test_every_ending_is_a_verdict_with_the_line(programs: Grader, body: str, kind: VerdictKind, line: int) -> None:
    verdict = grade(programs, body)
    assert (verdict.kind, verdict.findings[-1].line) == (kind, line)
    assert "?" not in Words().message(verdict.message)
    rest = {case.status for case in verdict.cases[1:]}
    assert rest == {VerdictKind.LAUNCH_ERROR if kind is VerdictKind.LAUNCH_ERROR else "not_run"}


def test_a_fault_in_a_kernel_explains_a_wrong_answer(programs: Grader) -> None:
    source = (KERNEL + RIGHT).replace("i < out.size", "i <= out.size")
    verdict = programs.grade(EXERCISE, source, Mode.RUN, lambda stage, args: None)
    assert (verdict.kind, verdict.findings[0].kind, verdict.findings[0].line) == (
        VerdictKind.FAULT,
        Kind.OUT_OF_BOUNDS,
        7,
    )


def test_an_argument_that_is_changed_in_place_is_compared(programs: Grader) -> None:
    changed = replace(
        EXERCISE,
        version="in place",
        parameters=(Parameter("a", Direction.INOUT, "float32", 1),),
        results=(),
        reference=lambda a: {"a": 2 * a},
    )
    assert grade(programs, "    a *= 2\n", changed, Mode.RUN).passed
    (case,) = grade(programs, "    a[1:] *= 2\n", changed, Mode.RUN).cases
    assert case.mismatch is not None
    assert (case.mismatch.output, case.mismatch.index) == ("a", (0,))


def test_nothing_is_asked_of_a_program_that_did_not_come_to_its_end(programs: Grader) -> None:
    asked = replace(EXERCISE, version="asked", requirements=(Requirement("launches", ">=", 9),))
    assert grade(programs, RIGHT, asked).kind is VerdictKind.TOO_SLOW
    verdict = grade(programs, "    raise KeyError\n", asked)
    assert (verdict.kind, verdict.requirements) == (VerdictKind.RUNTIME_ERROR, ())


def test_a_text_that_is_none_costs_no_run(programs: Grader) -> None:
    verdict = programs.grade(EXERCISE, b"\xff", Mode.SUBMIT, lambda stage, args: None)
    assert (verdict.kind, verdict.cases, verdict.message.key) == (
        VerdictKind.COMPILE_ERROR,
        (),
        "verdict.compile_error.program",
    )


class OnCard:
    """Stands in for `Programs` on a GPU: the interpreter's report as if a card had measured it, or what it is told."""

    def __init__(self, programs: Programs, status: ProgramStatus = "ok", factor: int = 1) -> None:
        self._programs, self._status, self._factor = programs, status, factor

    def run(
        self, source: str, entry: str, args: Sequence[object], limits: ProgramLimits | None = None
    ) -> ProgramReport:
        report = self._programs.run(source, entry, args, limits)
        assert isinstance(report.result, tuple)
        calls = tuple(replace(call, measured_start_us=7.0, measured_end_us=9.0) for call in report.calls)
        result = (report.result[0] * self._factor, report.result[1])
        return replace(report, status=self._status, calls=calls, result=result, card=CARD)

    def close(self) -> None:
        """Nothing is its own."""


class NoCard(OnCard):
    def run(
        self, source: str, entry: str, args: Sequence[object], limits: ProgramLimits | None = None
    ) -> ProgramReport:
        raise InfrastructureError("every card is set aside")


@pytest.fixture(scope="module")
def simt(compiler: Compiler) -> Iterator[Programs]:
    with Programs.start(compiler) as programs:
        yield programs


def on_card(card: OnCard, simt: Programs, compiler: Compiler, device: SimtDevice) -> Verdict:
    made = ProgramGrader(lambda: simt, gpu=lambda: card)
    return grade(Grader(compiler, device, References(seed=1), programs=made), RIGHT)


def test_a_gpu_measures_what_passed_and_is_named(simt: Programs, compiler: Compiler, device: SimtDevice) -> None:
    verdict = on_card(OnCard(simt), simt, compiler, device)
    assert (verdict.kind, verdict.device) == (VerdictKind.PASSED, "H200")
    assert verdict.timeline is not None
    assert verdict.timeline.measured
    assert {(call.start_us, call.end_us) for call in verdict.timeline.calls} == {(7.0, 9.0)}
    assert [(r.name, r.got) for r in verdict.requirements][:2] == [("copies_to_device", 1), ("copies_to_host", 1)]


def test_another_answer_of_a_gpu_is_wrong(simt: Programs, compiler: Compiler, device: SimtDevice) -> None:
    verdict = on_card(OnCard(simt, factor=3), simt, compiler, device)
    assert [case.status for case in verdict.cases] == [VerdictKind.PASSED, VerdictKind.WRONG_ANSWER]


def test_without_a_usable_gpu_the_interpreters_word_stands(
    simt: Programs, compiler: Compiler, device: SimtDevice
) -> None:
    for card in (NoCard(simt), OnCard(simt, "unsupported")):
        verdict = on_card(card, simt, compiler, device)
        assert (verdict.kind, verdict.device) == (VerdictKind.PASSED, "simt")


def test_a_computer_that_can_run_no_program_says_so(compiler: Compiler, device: SimtDevice) -> None:
    made = ProgramGrader(lambda: None, "preview")
    verdict = grade(Grader(compiler, device, References(seed=1), programs=made), RIGHT)
    assert (verdict.kind, verdict.message.key) == (VerdictKind.UNSUPPORTED, "verdict.unsupported.preview")


def test_processes_are_started_for_the_first_program_and_no_earlier(compiler: Compiler, device: SimtDevice) -> None:
    def start() -> Programs:
        raise InfrastructureError("started")

    made = ProgramGrader(start)
    made.close()
    with pytest.raises(InfrastructureError, match="started"):
        grade(Grader(compiler, device, References(seed=1), programs=made), RIGHT)
    with pytest.raises(InfrastructureError, match="runs kernels alone"):
        grade(Grader(compiler, device, References(seed=1)), RIGHT)
