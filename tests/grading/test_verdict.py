from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from app.course.models import Budget, Case, Direction, Exercise, Parameter, Tolerance
from app.domain.verdict import RequirementResult, VerdictKind
from app.findings import Finding, Kind, Severity
from app.grading import verdict
from app.grading.poison import poisoned
from app.grading.words import Words
from app.protocol.compiled import Compiled

COMPILED = Compiled("", "f", "f", "sm_90", "", b"", 8, 0, 0, 0)
EXPECTED = {"out": np.arange(8, dtype=np.int32)}


def exercise(downgrade: frozenset[str] = frozenset()) -> Exercise:
    return Exercise(
        slug="x", kind="kernel", entry="f", parameters=(Parameter("out", Direction.OUT, "int32", 1),),
        tolerance=Tolerance(), budget=Budget(), concepts=(), requirements=(), downgrade=downgrade,
        starter="", solution="", approaches=(), wrong=(), texts={}, reference=dict, cases=lambda rng: [],
        owner={"out": "grid1d"}, version="1", path=Path(),
    )  # fmt: skip


CASE = Case("eight", {"out": EXPECTED["out"]}, grid=(2,), block=(4,), visible=True)


def finding(kind: Kind, severity: Severity = Severity.ERROR, line: int = 3, count: int = 1) -> Finding:
    return Finding(kind, severity, line, kind.value, count=count)


def status(findings: list[Finding], got: np.ndarray = EXPECTED["out"]) -> object:
    return verdict.judge_case(exercise(), CASE, EXPECTED, {"out": got}, findings).status


def test_a_fault_fails_even_where_the_output_is_right() -> None:
    assert status([finding(Kind.DATA_RACE)]) is VerdictKind.FAULT


def test_a_warning_does_not_fail() -> None:
    assert status([finding(Kind.NEGATIVE_INDEX, Severity.WARNING)]) is VerdictKind.PASSED


@pytest.mark.parametrize(("noted", "key"), [(False, "verdict.passed"), (True, "verdict.passed.noted")])
def test_a_pass_with_a_warning_does_not_say_that_nothing_was_found(noted: bool, key: str) -> None:
    found = [finding(Kind.NEGATIVE_INDEX, Severity.WARNING)] if noted else []
    case = verdict.judge_case(exercise(), CASE, EXPECTED, EXPECTED, found)
    made = verdict.decide("simt", COMPILED, [case], [], {})
    assert (made.kind, made.message.key) == (VerdictKind.PASSED, key)
    assert Words().message(made.message).startswith("1 of 1 cases are right")


def test_a_fault_explains_a_wrong_answer() -> None:
    assert status([finding(Kind.OUT_OF_BOUNDS)], EXPECTED["out"] + 1) is VerdictKind.FAULT


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        (Kind.TIMEOUT, VerdictKind.TIME_LIMIT),
        (Kind.MEMORY, VerdictKind.MEMORY_LIMIT),
        (Kind.LAUNCH_CONFIG, VerdictKind.LAUNCH_ERROR),
        (Kind.UNSUPPORTED, VerdictKind.UNSUPPORTED),
    ],
)
def test_findings_that_have_a_verdict_of_their_own(kind: Kind, expected: VerdictKind) -> None:
    assert status([finding(kind)]) is expected


def test_an_exercise_downgrades_a_kind() -> None:
    tolerant = exercise(frozenset({"data_race"}))
    result = verdict.judge_case(tolerant, CASE, EXPECTED, EXPECTED, [finding(Kind.DATA_RACE)])
    assert (result.status, result.findings[0].severity) == (VerdictKind.PASSED, Severity.WARNING)


def test_the_first_mismatch_names_its_owner() -> None:
    got = EXPECTED["out"].copy()
    got[6] = 99
    mismatch = verdict.judge_case(exercise(), CASE, EXPECTED, {"out": got}, []).mismatch
    assert mismatch is not None
    assert (mismatch.index, mismatch.expected, mismatch.got) == ((6,), 6, 99)
    assert (mismatch.thread, mismatch.block, mismatch.wrong, mismatch.total) == ((2, 0, 0), (1, 0, 0), 1, 8)


def test_what_an_unwritten_element_held_is_not_shown() -> None:
    got = poisoned(EXPECTED["out"])
    mismatch = verdict.judge_case(exercise(), CASE, EXPECTED, {"out": got}, []).mismatch
    assert mismatch is not None
    assert (mismatch.expected, mismatch.got) == (0, None)


def test_x_is_the_last_axis() -> None:
    case = Case("image", {}, grid=(2, 3), block=(16, 8))
    assert verdict.owner("grid2d", (10, 20), case) == ((4, 2, 0), (1, 1, 0))


def test_no_thread_owns_what_the_grid_does_not_reach() -> None:
    assert verdict.owner("grid1d", (8,), CASE) is None


def test_a_missing_output_is_not_compared() -> None:
    result = verdict.judge_case(exercise(), CASE, EXPECTED, {}, [finding(Kind.TIMEOUT)])
    assert (result.status, result.mismatch) == (VerdictKind.TIME_LIMIT, None)


def test_one_finding_a_fault_and_line_errors_first() -> None:
    warning = finding(Kind.NEGATIVE_INDEX, Severity.WARNING)
    merged = verdict.merge([warning, finding(Kind.DATA_RACE, count=2), finding(Kind.DATA_RACE, count=9)])
    assert [(f.kind, f.count) for f in merged] == [(Kind.DATA_RACE, 2), (Kind.NEGATIVE_INDEX, 1)]


def test_a_missed_requirement_is_too_slow_and_says_what_was_wanted() -> None:
    right = verdict.judge_case(exercise(), CASE, EXPECTED, EXPECTED, [])
    missed = RequirementResult(name="bank_conflicts", wanted="bank_conflicts == 0", got=31, ok=False)
    made = verdict.decide("simt", COMPILED, [right], [missed], {})
    assert made.kind is VerdictKind.TOO_SLOW
    assert made.message.args == {"wanted": "bank_conflicts == 0", "got": 31}


def test_a_launch_that_wastes_is_told_the_case_whose_counts_were_judged() -> None:
    cases = [
        verdict.judge_case(exercise(), replace(CASE, name=name), EXPECTED, EXPECTED, []) for name in ("small", "large")
    ]
    missed = RequirementResult(name="sector_efficiency", wanted="sector_efficiency >= 0.9", got=0.5, ok=False)
    made = verdict.decide("simt", COMPILED, cases, [missed], {}, of="launch")
    assert made.message.args == {"wanted": "sector_efficiency >= 0.9", "got": 0.5, "case": "large"}
    assert "?" not in Words().message(made.message)


def test_a_wrong_case_outweighs_a_missed_requirement() -> None:
    wrong = verdict.judge_case(exercise(), CASE, EXPECTED, {"out": EXPECTED["out"] * 2}, [])
    missed = RequirementResult(name="r", wanted="r == 0", got=1, ok=False)
    assert verdict.decide("simt", COMPILED, [wrong], [missed], {}).kind is VerdictKind.WRONG_ANSWER


def test_what_a_hidden_case_printed_stays_hidden() -> None:
    hidden = Case("hidden", {}, grid=(2,), block=(4,))
    assert verdict.judge_case(exercise(), hidden, EXPECTED, EXPECTED, [], "secret").stdout == ""


def test_a_source_that_took_too_long_to_compile_is_a_time_limit() -> None:
    assert verdict.refused([finding(Kind.TIMEOUT)], "simt").kind is VerdictKind.TIME_LIMIT
    assert verdict.refused([finding(Kind.TYPING_ERROR)], "simt").kind is VerdictKind.COMPILE_ERROR


def test_of_megabytes_of_ptx_a_part_is_kept() -> None:
    right = verdict.judge_case(exercise(), CASE, EXPECTED, EXPECTED, [])
    long = replace(COMPILED, cubin=b"x", ptx="/" * (2 << 20))
    made = verdict.decide("simt", long, [right], [], {}).compiled
    assert made is not None
    assert len(made.ptx) == verdict.KEPT_PTX
