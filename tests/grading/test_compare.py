import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.course.models import Tolerance
from app.grading.compare import compare

EXACT = Tolerance()


def floats(*values: float, dtype: str = "float32") -> np.ndarray:
    return np.array(values, dtype)


def test_equal_integers_are_right() -> None:
    assert compare(np.arange(4), np.arange(4), EXACT) is None


def test_first_wrong_index_is_the_lowest_in_c_order() -> None:
    expected = np.zeros((3, 4), np.int32)
    got = expected.copy()
    got[2, 0] = got[1, 3] = 7
    difference = compare(expected, got, EXACT)
    assert difference is not None
    assert (difference.first, difference.count) == ((1, 3), 2)


def test_tolerance_is_absolute_plus_relative() -> None:
    tolerance = Tolerance(rtol=0.01, atol=0.5)
    assert compare(floats(100), floats(101.4), tolerance) is None  # 0.5 + 1.0 = 1.5 apart is still right
    assert compare(floats(100), floats(101.6), tolerance) is not None


def test_integers_know_no_tolerance() -> None:
    assert compare(np.array([100]), np.array([101]), Tolerance(rtol=1, atol=1)) is not None


@pytest.mark.parametrize(
    ("expected", "got", "right"),
    [
        (np.nan, np.nan, True),
        (np.inf, np.inf, True),
        (np.inf, -np.inf, False),
        (np.inf, 3e38, False),
        (1.0, np.nan, False),
        (np.nan, 1.0, False),
        (0.0, -0.0, True),
    ],
)
def test_what_is_not_a_number(expected: float, got: float, right: bool) -> None:
    assert (compare(floats(expected), floats(got), Tolerance(rtol=1.0, atol=1.0)) is None) is right


def test_large_unsigned_integers_do_not_meet_in_float64() -> None:
    a, b = np.array([2**63], np.uint64), np.array([2**63 + 1], np.uint64)
    assert compare(a, b, EXACT) is not None


def test_another_dtype_is_our_mistake() -> None:
    with pytest.raises(ValueError, match="float32"):
        compare(floats(1), np.array([1]), EXACT)


@given(st.lists(st.floats(width=32), min_size=1), st.floats(0, 1), st.floats(0, 1))
def test_an_array_always_equals_itself(values: list[float], rtol: float, atol: float) -> None:
    array = np.array(values, np.float32)
    assert compare(array, array.copy(), Tolerance(rtol, atol)) is None
