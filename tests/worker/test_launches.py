"""Launches through the real pipeline; questions that run; requirements that are missed."""

from dataclasses import replace

import pytest

from app.course.models import Exercise, Requirement
from app.domain.submission import Mode
from app.domain.verdict import Verdict, VerdictKind
from app.errors import InfrastructureError
from app.findings import Kind
from app.grading.words import Words
from app.worker.pipeline import Grader
from tests.taught import taught

EXERCISES = taught().exercises
VECTOR, IMAGE = EXERCISES["cover-a-vector"], EXERCISES["cover-an-image"]
CEILING = "block = 256\ngrid = (n + 255) // 256\n"
SCATTERED = """from numba import cuda
@cuda.jit
def vector_add(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        j = i
        if out.size % 32 == 0:
            j = i % 32 * (out.size // 32) + i // 32
        left = a[j]
        out[j] = left + b[j]
"""


def grade(grader: Grader, text: str | bytes, exercise: Exercise = VECTOR, mode: Mode = Mode.RUN) -> Verdict:
    return grader.grade(exercise, text, mode, lambda stage, args: None)


def test_a_launch_is_worked_out_for_every_case(grader: Grader) -> None:
    verdict = grade(grader, CEILING, mode=Mode.SUBMIT)
    assert verdict.kind is VerdictKind.PASSED
    assert {case.name: case.grid for case in verdict.cases}["1,025 elements"] == (5,)
    assert {case.block for case in verdict.cases} == {(256,)}


def test_the_elements_that_a_launch_wrote_are_told_of_visible_cases(grader: Grader) -> None:
    cases = grade(grader, "block = 256\ngrid = 3", mode=Mode.SUBMIT).cases
    (shown,) = [case.coverage for case in cases if case.coverage]
    assert (shown.output, shown.shape, shown.runs) == ("out", (1_000,), ((768, 1), (232, 0)))
    assert [case.visible for case in cases if case.coverage] == [True]


@pytest.mark.parametrize("text", ["block = 256\ngrid = (4, 2)", "block = (256, 2)\ngrid = 4"])
def test_elements_that_are_written_twice_are_told_and_do_not_pass(grader: Grader, text: str) -> None:
    verdict = grade(grader, text)
    (case,) = verdict.cases
    assert (verdict.kind, verdict.message.key) == (VerdictKind.FAULT, "verdict.fault.launch")
    assert [(finding.kind, finding.message_key) for finding in verdict.findings] == [
        (Kind.DATA_RACE, "data_race.launch")
    ]
    assert case.coverage is not None
    assert (case.coverage.never, case.coverage.once, case.coverage.more) == (0, 0, 1_000)


def test_a_wrong_launch_is_told_what_no_thread_reached(grader: Grader) -> None:
    (case,) = grade(grader, "block = (16, 16)\ngrid = (2, 4)", IMAGE).cases
    assert case.status is VerdictKind.WRONG_ANSWER
    assert case.mismatch is not None
    assert (case.mismatch.index, case.mismatch.got, case.mismatch.wrong) == ((0, 32), None, 20 * 18)
    assert case.mismatch.pattern is not None
    assert case.mismatch.pattern.key == "pattern.unreached_columns"


def test_no_axis_is_blamed_where_the_kernel_gives_the_axes_a_sense_of_its_own(grader: Grader) -> None:
    (case,) = grade(grader, "block = (1, 256)\ngrid = (1, rows)", EXERCISES["block-shape"]).cases
    assert case.mismatch is not None
    assert case.mismatch.pattern is None or not case.mismatch.pattern.key.startswith("pattern.unreached")


def test_the_limit_on_threads_is_told_to_be_of_the_product(grader: Grader) -> None:
    verdict = grade(grader, "grid = 1\nblock = (64, 32)", IMAGE)
    (finding,) = verdict.findings
    assert (verdict.kind, finding.line, finding.message_key) == (VerdictKind.LAUNCH_ERROR, 2, "launch_config.threads")
    assert "1024" in Words().finding(finding)[0]
    assert "product" in Words().finding(finding)[0]
    assert verdict.cases[0].mismatch is None
    assert verdict.cases[0].coverage is None


def test_a_launch_that_fails_for_one_size_is_run_for_the_others(grader: Grader) -> None:
    verdict = grade(grader, "block = 256\ngrid = n // block", mode=Mode.SUBMIT)
    statuses = {case.name: case.status for case in verdict.cases}
    assert verdict.kind is VerdictKind.LAUNCH_ERROR
    assert statuses["33 elements"] is VerdictKind.LAUNCH_ERROR
    assert statuses["1,000 elements"] is VerdictKind.WRONG_ANSWER
    assert statuses["256 elements"] is VerdictKind.PASSED


@pytest.mark.parametrize("text", ["grid = = 1", "", "grid = n", b"\xff\xfe", "block = grid = m", "import os"])
def test_a_text_that_is_no_launch_does_not_compile_and_costs_no_run(grader: Grader, text: str | bytes) -> None:
    verdict = grade(grader, text)
    assert (verdict.kind, verdict.cases) == (VerdictKind.COMPILE_ERROR, ())
    assert verdict.findings
    assert Words().message(verdict.message) == "Grid and block could not be read from this, so nothing was run."


@pytest.mark.parametrize(
    "text", ["block = 1\ngrid = 1_000_000_000", "block = 1024\ngrid = 90_000", "grid = block = 1023"]
)
def test_far_too_many_threads_are_a_time_limit_or_merely_idle(grader: Grader, text: str) -> None:
    verdict = grade(grader, text, mode=Mode.SUBMIT)
    assert verdict.kind in (VerdictKind.TIME_LIMIT, VerdictKind.TOO_SLOW)
    assert all(finding.message_key == "timeout.launch" for finding in verdict.findings)


def test_idle_blocks_are_told_with_the_case_that_has_them(grader: Grader) -> None:
    verdict = grade(grader, "block = 256\ngrid = n // block + 1", mode=Mode.SUBMIT)
    (missed,) = verdict.requirements
    assert (verdict.kind, missed.wanted, missed.got) == (VerdictKind.TOO_SLOW, "idle_blocks == 0", 1)
    assert (missed.case, verdict.message.args["case"]) == ("256 elements", "256 elements")


def test_a_given_kernel_that_does_not_compile_is_ours(grader: Grader) -> None:
    broken = replace(VECTOR, version="broken", kernel=VECTOR.kernel.replace("2 *", "two *"))
    with pytest.raises(InfrastructureError, match=r"kernel.py of 'cover-a-vector' does not compile"):
        grade(grader, CEILING, broken)


def test_the_given_kernel_is_compiled_anew_where_it_has_changed(grader: Grader) -> None:
    changed = replace(VECTOR, version="next", kernel=VECTOR.kernel.replace("2 *", "3 *"))
    assert grade(grader, CEILING).passed
    assert grade(grader, CEILING, changed).kind is VerdictKind.WRONG_ANSWER
    assert grade(grader, CEILING).passed


def test_a_questions_launch_runs_what_is_visible_and_is_held_to_the_requirements(grader: Grader) -> None:
    right = grade(grader, "grid = (4,)\nblock = (256,)\n", mode=Mode.QUIZ)
    assert (right.kind, [case.name for case in right.cases]) == (VerdictKind.PASSED, ["1,000 elements"])
    assert grade(grader, "grid = (5,)\nblock = (256,)\n", mode=Mode.QUIZ).kind is VerdictKind.TOO_SLOW


def test_a_questions_kernel_runs_all_cases_and_is_held_to_the_requirements(grader: Grader) -> None:
    asked = replace(EXERCISES["vector-add"], requirements=(Requirement("shared_requests", ">=", 1),))
    verdict = grade(grader, asked.solution, asked, Mode.QUIZ)
    assert verdict.kind is VerdictKind.TOO_SLOW
    assert len(verdict.cases) == len(grade(grader, asked.solution, asked, Mode.SUBMIT).cases)


def test_a_kernel_that_scatters_its_accesses_is_told_what_that_costs_and_where(grader: Grader) -> None:
    asked = replace(EXERCISES["vector-add"], requirements=(Requirement("sector_efficiency", ">=", 0.9),))
    verdict = grade(grader, SCATTERED, asked, Mode.SUBMIT)
    (missed,) = verdict.requirements
    assert verdict.kind is VerdictKind.TOO_SLOW
    assert verdict.message.args == {"wanted": "sector_efficiency >= 0.9", "got": 0.125}
    assert (missed.name, missed.got, missed.lines) == ("sector_efficiency", 0.125, (10, 9))


def test_a_kernel_with_bank_conflicts_is_told_their_line(grader: Grader) -> None:
    exercise = EXERCISES["transpose-tile"]
    source = next(wrong.source for wrong in exercise.wrong if wrong.path.stem == "no_padding")
    verdict = grade(grader, source, exercise, Mode.SUBMIT)
    (missed,) = [result for result in verdict.requirements if not result.ok]
    assert (verdict.kind, missed.wanted) == (VerdictKind.TOO_SLOW, "bank_conflicts == 0")
    assert isinstance(missed.got, float | int)
    assert missed.got > 0
    assert [source.splitlines()[line - 1].strip() for line in missed.lines] == ["out[y, x] = tile[tx, ty]"]


@pytest.mark.parametrize(
    ("text", "got"),
    [(CEILING, 1), ("block = 32\ngrid = (n + 31) // 32\n", 0.5), ("block = 768\ngrid = (n + 767) // 768\n", 0.75)],
)
def test_a_block_that_leaves_room_for_few_warps_is_told(grader: Grader, text: str, got: float) -> None:
    asked = replace(VECTOR, requirements=(Requirement("occupancy", ">=", 0.9),))
    verdict = grade(grader, text, asked, Mode.SUBMIT)
    assert verdict.occupancy is not None
    assert verdict.occupancy.arch == "sm_90"
    assert [(one.name, one.got, one.ok) for one in verdict.requirements] == [("occupancy", got, got > 0.9)]
    assert (verdict.kind is VerdictKind.PASSED) == (got > 0.9)
