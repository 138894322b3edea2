from collections.abc import Callable

import numpy as np
import pytest

from app.course.models import Tolerance
from app.grading.compare import compare
from app.grading.pattern import recognise, shown
from app.grading.poison import poisoned, untouched

N = 100
RIGHT = np.random.default_rng(1).random(N).astype(np.float32)
UNWRITTEN = poisoned(RIGHT)


def edited(edit: Callable[[np.ndarray], object]) -> np.ndarray:
    got = RIGHT.copy()
    edit(got)
    return got


def fill(places: slice, value: float) -> Callable[[np.ndarray], object]:
    return lambda got: got.__setitem__(places, value)


def leave(places: slice) -> Callable[[np.ndarray], object]:
    return lambda got: got.__setitem__(places, UNWRITTEN[places])


@pytest.mark.parametrize(
    ("got", "key", "args"),
    [
        (UNWRITTEN, "pattern.nothing_written", {}),
        (edited(leave(slice(76, None))), "pattern.tail_unwritten", {"count": 24}),
        (edited(leave(slice(99, None))), "pattern.last_unwritten", {"count": 1}),
        (edited(leave(slice(7, 8))), "pattern.one_unwritten", {"count": 1, "total": N}),
        (edited(leave(slice(1, None, 2))), "pattern.every_nth_unwritten", {"step": 2, "first": 1}),
        (edited(leave(slice(10, 20))), "pattern.unwritten", {"count": 10, "total": N}),
        (RIGHT[::-1].copy(), "pattern.reversed", {}),
        (np.roll(RIGHT, -1), "pattern.shifted", {"by": 1}),
        (np.roll(RIGHT, 1), "pattern.shifted", {"by": -1}),
        (np.full(N, 7, np.float32), "pattern.constant", {"value": 7.0}),
        (edited(fill(slice(0, None, 32), 9)), "pattern.block_place", {"thread": 0, "block": 32}),
        (edited(fill(slice(96, None), 9)), "pattern.tail_wrong", {"count": 4}),
    ],
)
def test_the_shape_of_a_mistake(got: np.ndarray, key: str, args: dict[str, object]) -> None:
    difference = compare(RIGHT, got, Tolerance())
    assert difference is not None
    message = recognise(difference, (32,), empty=True)
    assert message is not None
    assert (message.key, message.args) == (key, args)


def test_a_square_transpose_is_named() -> None:
    expected = np.arange(9).reshape(3, 3)
    difference = compare(expected, expected.T.copy(), Tolerance())
    assert difference is not None
    message = recognise(difference, (3, 3), empty=True)
    assert message is not None
    assert message.key == "pattern.transposed"


def test_equal_neighbours_are_no_evidence_of_a_shift() -> None:
    difference = compare(np.array([1, 0, 0, 0], np.int32), np.zeros(4, np.int32), Tolerance())
    assert difference is not None
    assert recognise(difference, (128,), empty=True) is None


def test_a_mistake_without_a_shape_gets_no_name() -> None:
    difference = compare(RIGHT, edited(lambda got: got.__setitem__([3, 50, 71], 9)), Tolerance())
    assert difference is not None
    assert recognise(difference, (32,), empty=True) is None


def test_an_output_that_held_input_is_never_called_unwritten() -> None:
    difference = compare(RIGHT, edited(leave(slice(76, None))), Tolerance())
    assert difference is not None
    message = recognise(difference, (32,), empty=False)
    assert message is not None
    assert message.key == "pattern.tail_wrong"


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", "complex64", "uint8", "int16", "int64", "uint64"])
def test_poison_is_recognised_and_a_number_is_not(dtype: str) -> None:
    held = poisoned(np.zeros((2, 3), dtype))
    held[0, 1] = 1
    assert untouched(held).sum() == 5


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", "complex64", "complex128"])
def test_a_nan_that_a_kernel_computed_was_written(dtype: str) -> None:
    held = poisoned(np.zeros((2, 3), dtype, order="F"))
    assert np.isnan(held).all()
    with np.errstate(all="ignore"):
        held[0] = np.zeros(3, dtype) / np.zeros(3, dtype)
        held[1, 0] = -np.asarray(np.inf, dtype) * 0
    assert untouched(held).tolist() == [[False] * 3, [False, True, True]]


def test_a_bool_is_never_called_untouched() -> None:
    assert not untouched(poisoned(np.zeros(4, np.bool_))).any()


@pytest.mark.parametrize(
    ("value", "plain"),
    [(np.float32(0.1), 0.1), (np.float64("nan"), "nan"), (np.int64(2**60), str(2**60)), (np.bool_(True), "True")],
)
def test_numbers_as_json_holds_them(value: np.generic, plain: object) -> None:
    assert shown(value) == plain
