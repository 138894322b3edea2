"""Outputs of records: each field is compared by its own rules and named where it differs."""

from dataclasses import replace

import numpy as np
import pytest

from app.course.models import Case, Tolerance
from app.grading import verdict
from app.grading.poison import poisoned
from tests.grading.test_verdict import exercise

POINT = np.dtype([("x", "f4"), ("p", [("n", "i4")]), ("c", "f4"), ("v", "f8", 2)], align=True)
RIGHT = np.array([(i, (i,), 0, (i, -i)) for i in range(8)], POINT)
CASE = Case("eight", {"out": RIGHT}, grid=(2,), block=(4,), visible=True)


def mismatch(got: np.ndarray) -> object:
    asked = replace(exercise(), tolerance=Tolerance(rtol=1e-5))
    return verdict.judge_case(asked, CASE, {"out": RIGHT}, {"out": got}, []).mismatch


def changed(field: str, index: object, value: float) -> np.ndarray:
    got = RIGHT.copy()
    part = got["p"]["n"] if field == "n" else got[field]
    part[index] = value
    return got


def test_padding_and_the_tolerance_of_floats_do_not_count() -> None:
    got = changed("x", 5, 5.000001)
    got.view(np.uint8).reshape(8, -1)[:, 12:16] = 7
    assert mismatch(got) is None


@pytest.mark.parametrize(
    ("got", "output", "index"),
    [
        (changed("n", 6, 5), "out.p.n", (6,)),
        (changed("v", (6, 1), 5), "out.v", (6, 1)),
        (changed("x", 2, np.nan), "out.x", (2,)),
    ],
)
def test_a_mismatch_names_the_field_and_the_owner_of_its_record(
    got: np.ndarray, output: str, index: tuple[int, ...]
) -> None:
    found = mismatch(got)
    assert (found.output, found.index) == (output, index)  # type: ignore[attr-defined]  # there is one
    assert (found.thread, found.block) == ((index[0] % 4, 0, 0), (index[0] // 4, 0, 0))  # type: ignore[attr-defined]  # there is one


def test_the_first_record_that_differs_is_told_whatever_its_field() -> None:
    got = changed("x", 7, 0)
    got["v"][3, 0] = 9
    assert mismatch(got).output == "out.v"  # type: ignore[attr-defined]  # there is one


def test_a_number_that_differs_is_told_before_a_record() -> None:
    one, other = exercise().parameters[0], "count"
    asked = replace(exercise(), parameters=(one, replace(one, name=other)), tolerance=Tolerance(rtol=1e-5))
    count = np.arange(8, dtype=np.int32)
    case = replace(CASE, args={"out": RIGHT, other: count})
    got = {"out": changed("x", 2, 0), other: count + 1}
    found = verdict.judge_case(asked, case, {"out": RIGHT, other: count}, got, []).mismatch
    assert found is not None
    assert found.output == other


def test_a_field_that_nobody_wrote_holds_its_poison() -> None:
    got = poisoned(RIGHT)
    for field in ("x", "p", "c"):
        got[field] = RIGHT[field]
    found = mismatch(got)
    assert (found.output, found.got, found.pattern.key) == ("out.v", None, "pattern.nothing_written")  # type: ignore[attr-defined]  # there is one
