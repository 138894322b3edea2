import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from app.course.check import Grade, check_reference, prove
from app.course.deadline import OutOfTimeError, deadline
from app.course.loader import load_course
from app.course.models import Course, Exercise, Fault
from app.domain.verdict import Message, Verdict, VerdictKind
from app.findings import Finding, Kind, Severity

Edit = Callable[[str, str, str], Course]


def verdict(kind: VerdictKind, *findings: tuple[Kind, Severity]) -> Verdict:
    found = tuple(Finding(what, severity, 7, what.value) for what, severity in findings)
    return Verdict(kind=kind, device="fake", message=Message(key=kind.value), findings=found)


PASSED = verdict(VerdictKind.PASSED)
WRONG = verdict(VerdictKind.WRONG_ANSWER)
OUTSIDE = verdict(VerdictKind.FAULT, (Kind.OUT_OF_BOUNDS, Severity.ERROR))


def proved(course: Course, grade: Grade) -> list[Fault]:
    return [fault for exercise in course.exercises.values() for fault in prove(exercise, grade)]


def honest(exercise: Exercise, source: str) -> Verdict:
    if source == exercise.solution:
        return PASSED
    return OUTSIDE if "out_of_bounds" in source else WRONG


def told(course: Course, instead: Verdict, when: str) -> list[str]:
    """The faults where `instead` is given to every source that holds `when`."""
    return [str(f) for f in proved(course, lambda e, source: instead if when in source else honest(e, source))]


def test_sound_course_proves_itself(root: Path) -> None:
    assert proved(load_course(root), honest) == []


def test_starter_that_passes_is_a_fault(root: Path) -> None:
    assert told(load_course(root), PASSED, "= a[i]") == [
        "kernels/double/starter.py:1:1: a starter should fail, but this one passes"
    ]


def test_solution_that_fails_is_a_fault(root: Path) -> None:
    course = load_course(root)
    solution = course.exercises["double"].solution
    faults = proved(course, lambda e, source: WRONG if source == solution else honest(e, source))
    assert [str(f) for f in faults] == [
        "kernels/double/solution.py:1:1: should pass, but gets wrong_answer (wrong_answer)"
    ]


def test_approach_with_a_warning_is_a_fault(root: Path) -> None:
    approach = root / "kernels/double/approaches/back.py"
    approach.parent.mkdir()
    approach.write_text((root / "kernels/double/solution.py").read_text() + "# backwards\n")
    warned = verdict(VerdictKind.PASSED, (Kind.NEGATIVE_INDEX, Severity.WARNING))
    assert told(load_course(root), warned, "# backwards") == [
        "kernels/double/approaches/back.py:7:1: should be clean, but line 7 has warning negative_index"
    ]


@pytest.mark.parametrize(
    ("got", "fault"),
    [
        (PASSED, "1:1: declares out_of_bounds, but passes"),
        (WRONG, "1:1: declares out_of_bounds, but gets wrong_answer (wrong_answer)"),
        (
            verdict(VerdictKind.FAULT, (Kind.OUT_OF_BOUNDS, Severity.ERROR), (Kind.DATA_RACE, Severity.ERROR)),
            "7:1: declares out_of_bounds, but gets data_race too",
        ),
        (
            verdict(VerdictKind.FAULT, (Kind.DATA_RACE, Severity.ERROR)),
            "7:1: declares out_of_bounds, but gets fault (data_race in line 7)",
        ),
    ],
)
def test_wrong_kernel_gets_what_it_declares_and_nothing_else(root: Path, got: Verdict, fault: str) -> None:
    assert told(load_course(root), got, "out_of_bounds") == [f"kernels/double/wrong/no_guard.py:{fault}"]


def test_wrong_answer_does_not_stand_for_a_fault(root: Path) -> None:
    assert len(told(load_course(root), OUTSIDE, "expects: wrong_answer")) == 2


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('"out": 2 * a', '"out": 2.0 * a.astype(float)', "case 'nine': the reference of `out` is float64 (9,)"),
        ('"out": 2 * a', '"out": 2', ":4:1: case 'nine': the reference of `out` is a int, not an array"),
        ('"out": 2 * a', '"b": 2 * a', "case 'nine': the reference returns ['b'], not the outputs ['out']"),
        ("return {", "a += 1; return {", "case 'nine': the reference changes its input `a`"),
        ("rng.random(9)", "np.ones(9)", ":7:1: case 'nine': `a` is constant, which hides wrong indices"),
        ("rng.random(9)", "np.random.default_rng().random(9)", "case 'nine': `a` differs between two runs"),
        ("return {", "1 / 0; return {", ":5:1: raises ZeroDivisionError: division by zero"),
        ("import numpy", "1 / 0\nimport numpy", ":1:1: raises ZeroDivisionError: division by zero"),
        ("    return [\n", "    rng.none\n    return [\n", ":8:1: raises AttributeError"),
        ("return {", "exit(3); return {", ":5:1: raises SystemExit: 3"),
        ("def reference", "def referenz", ":0:0: defines no function `reference(**inputs)`"),
        ("def cases", "def kases", ":0:0: defines no function `cases(rng)`"),
        ("np.zeros(1, np.float32)", "np.zeros(1)", "case 'one': `out` should be an array of float32 with ndim 1, not"),
        ('"nine", {"a"', '"nine", {"b"', "case 'nine': `b` is no parameter"),
        ("(32,), True", "(32, 33), True", "block (32, 33) has 1,056 threads; 1,024 is the most"),
        ("(32,), True", "(1, 1, 65), True", "block (1, 1, 65) is outside what a GPU can launch"),
        ("(32,), True", "(32,)", "no case is visible"),
        ('"one"', '"nine"', "two cases are called 'nine'"),
    ],
)
def test_reference_that_does_not_hold_is_a_fault(edit: Edit, old: str, new: str, fault: str) -> None:
    faults = proved(edit("kernels/double/exercise.py", old, new), honest)
    assert fault in str(faults[0])


@pytest.mark.parametrize("endless", ["while True: pass", "while True: __import__('time').sleep(9)"])
def test_a_reference_that_does_not_end_is_a_fault_of_its_line(edit: Edit, endless: str) -> None:
    course = edit("kernels/double/exercise.py", "    return {", f"    {endless}\n    return {{")
    (fault,) = check_reference(course.exercises["double"], seconds=0.2)
    assert str(fault) == "kernels/double/exercise.py:5:1: cases() and reference() do not end within 0.2 seconds"


def test_a_timer_that_was_set_goes_on_behind_a_deadline() -> None:
    signal.setitimer(signal.ITIMER_REAL, 500, 7)
    with pytest.raises(OutOfTimeError), deadline(0.01):
        time.sleep(10)
    left, interval = signal.setitimer(signal.ITIMER_REAL, 0)
    assert (490 < left < 500, interval) == (True, 7)
