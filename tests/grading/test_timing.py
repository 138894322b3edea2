"""A time that a program returns is held against its own timeline."""

from pathlib import Path

import numpy as np
import pytest

from app.course.models import Budget, Case, Direction, Exercise, Parameter, Tolerance
from app.devices.program import Call, ProgramReport
from app.devices.records import Card
from app.domain.verdict import Mismatch
from app.grading.program import judge_case

CASE = Case("ten", {"a": np.ones(10, np.float32)}, visible=True)
CARD = Card(0, "uuid", "NVIDIA H200", "sm_90", 1, 132, "driver", "13.0", reads_host=False)
CALLS = (
    Call("launch", 1, kernel="double", modelled_end_us=10.0),
    Call("launch", 1, kernel="double", modelled_end_us=8.0),
    Call("launch", 1, kernel="other", modelled_end_us=90.0),
    Call("copy", 1, bytes=40, modelled_end_us=6.0),
    Call("copy", 1, bytes=4_000, modelled_end_us=104.0),
)


def exercise(times: str) -> Exercise:
    return Exercise(
        slug="x", kind="program", entry="main", parameters=(Parameter("a", Direction.IN, "float32", 1),),
        tolerance=Tolerance(0.1), budget=Budget(), concepts=(), requirements=(), downgrade=frozenset(),
        starter="", solution="", approaches=(), wrong=(), texts={}, reference=dict, cases=lambda rng: [],
        owner={}, version="1", path=Path(), results=(Parameter("us", Direction.OUT, "float64", 0, times),),
    )  # fmt: skip


def mismatch(times: str, said: object, card: Card | None = None) -> Mismatch | None:
    report = ProgramReport("ok", result=said, calls=CALLS, arguments=[CASE.args["a"]], card=card)
    return judge_case(exercise(times), CASE, {"us": np.zeros(())}, report).mismatch


@pytest.mark.parametrize(
    ("times", "said", "right"),
    [
        ("double", 10.0, True),
        ("double", np.float32(10.9), True),
        ("double", 8.0, False),
        ("double", float("nan"), False),
        ("copy", 6.0, True),
        ("copy", 104.0, False),
        ("never", 0.0, False),
    ],
)
def test_a_time_is_that_of_the_longest_run_and_a_copy_one_of_the_argument(times: str, said: float, right: bool) -> None:
    assert (mismatch(times, said) is None) is right


def test_what_was_said_stands_beside_what_happened() -> None:
    found = mismatch("double", 2.0)
    assert found is not None
    assert found.pattern is not None
    assert (found.expected, found.got, found.total) == ("10.00 µs", "2.00 µs", 0)
    assert found.pattern.args == {"entry": "main", "what": "double", "said": "2.00", "took": "10.00"}


def test_a_time_in_milliseconds_is_told_as_such() -> None:
    found = mismatch("double", 0.0105)
    assert found is not None
    assert found.pattern is not None
    assert (found.pattern.key, found.got) == ("returned.time_in_milliseconds", "0.01050 µs")


def test_a_time_is_not_judged_where_a_gpu_ran_the_program() -> None:
    assert mismatch("double", 2.0, CARD) is None


def test_what_is_no_number_is_told_as_such() -> None:
    found = mismatch("double", np.ones(3))
    assert found is not None
    assert found.pattern is not None
    assert found.pattern.key == "returned.no_number"
