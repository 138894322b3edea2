"""What lesson 1 says of its kernels, its two computers and its copies."""

import math

import numpy as np
import pytest

from app.toolchain import compile_kernel
from tests.course.lessons import shown

INTS = np.zeros(4, np.int32)
FLOATS = np.zeros(4, np.float32)
ARGUMENTS = {
    "amounts": {"price": INTS, "quantity": INTS, "amount": INTS},
    "double": {"a": FLOATS, "out": FLOATS},
}


@pytest.mark.parametrize("name", ARGUMENTS)
def test_kernel_compiles(name: str) -> None:
    (code,) = shown.kernels(1)[name]
    assert compile_kernel(shown.IMPORTS + code, name, ARGUMENTS[name]).registers > 0


def order(lines: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(1)
    return rng.integers(1, 10_000, lines).astype(np.int32), rng.integers(1, 100, lines).astype(np.int32)


@pytest.mark.parametrize(("grid", "block"), [(64, 256), (1, 1), (1, 33), (3, 4)])
def test_amounts_are_right_with_any_number_of_threads(grid: int, block: int) -> None:
    price, quantity = order(1_000)
    amount = np.zeros(1_000, np.int32)
    (code,) = shown.kernels(1)["amounts"]
    assert shown.run(code, "amounts", grid, block, price, quantity, amount).findings == []
    assert np.array_equal(amount, price * quantity)


def test_the_loop_and_the_kernel_that_takes_its_place_do_the_same() -> None:
    (loop,) = [code for code in shown.blocks(1) if code.startswith("for i in range(n):")]
    names = {"n": 1_000, "a": shown.floats(1_000), "out": np.zeros(1_000, np.float32)}
    exec(loop, names)
    out = np.zeros(1_000, np.float32)
    assert shown.run(shown.kernels(1)["double"][0], "double", 4, 256, names["a"], out).findings == []
    assert np.array_equal(out, names["out"])


def test_numbers_of_the_text() -> None:
    words = " ".join(shown.text(1).split())
    way, own, cpu = (12e6 / rate for rate in (32e9, 1_008e9, 89.6e9))
    assert (round(1e6 * way), round(1e6 * own), round(1e6 * cpu)) == (375, 12, 134)
    assert "over all lines in 134 µs" in words
    assert cpu < way / 2  # the copies are not even half over by then
    assert way / own > 30
    assert f"{2 * 4_096 / 3:,.0f} operations for each number" in words
    assert f"already {10 / (1 + 9 / 16):g} times as fast" in words
    assert math.ceil(1_000_000 / 16_384) == 62
