"""The formula that lesson 12 shows is what its exercises compute, and its numbers are right."""

import math
from collections.abc import Callable

import numpy as np

from tests.course.lessons import shown

(FORMULA,) = [code for code in shown.blocks(12) if "def attention" in code]
DIM = 32


def formula() -> Callable[..., np.ndarray]:
    names: dict[str, object] = {"np": np, "math": math}
    exec(FORMULA, names)
    attention = names["attention"]
    assert callable(attention)
    return attention


def of_the_exercise(slug: str, grid: tuple[int, ...], block: tuple[int, ...], length: int) -> list[np.ndarray]:
    """q, k, v and what the solution makes of them."""
    q, k, v = (shown.floats(length, DIM, seed=seed) * 4 - 2 for seed in (1, 2, 3))
    out = np.zeros((length, DIM), np.float32)
    source = (shown.ROOT / "kernels" / slug / "solution.py").read_text("utf-8")
    scale = np.float32(1 / math.sqrt(DIM))
    assert shown.run(source, "attention", grid, block, q, k, v, scale, out).findings == []
    return [q, k, v, out]


def test_the_formula_is_what_both_kernels_compute() -> None:
    for slug, grid, block in (("attention-rows", (40,), (DIM,)), ("flash-attention", (1, 3), (DIM, 16))):
        q, k, v, out = of_the_exercise(slug, grid, block, 40)
        assert np.allclose(out, formula()(q, k, v), rtol=1e-4, atol=1e-5)


def test_a_query_with_a_causal_mask_is_a_query_of_a_shorter_sequence() -> None:
    q, k, v, out = of_the_exercise("causal-attention", (1, 3), (DIM, 16), 40)
    for last in (0, 31, 32, 39):
        seen = slice(0, last + 1)
        assert np.allclose(out[last], formula()(q[last : last + 1], k[seen], v[seen])[0], rtol=1e-4, atol=1e-5)


def test_the_numbers_of_the_text_are_right() -> None:
    text = shown.text(12)
    length = 32_768
    matrix = 4 * length * DIM
    assert f"{3 * matrix / 1e6:.1f} MB together, and makes a fourth, of {matrix / 1e6:.1f} MB" in text
    assert f"room for {48 * 1024 // 4:,} scores" in text
    tensor_cores = 1_979 / 2
    assert f"{int(tensor_cores)} TFLOP/s, and its corner moves to {tensor_cores / 4.8:.0f} FLOP" in text


def test_the_tiles_that_a_causal_mask_leaves_are_counted_right() -> None:
    visible = np.tril(np.ones((256, 256), bool)).reshape(8, 32, 8, 32).any(axis=(1, 3))
    assert visible.sum() == 36
