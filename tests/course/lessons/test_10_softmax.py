"""What lesson 10 says of its kernels and of what is computed in between is so."""

import math

import numpy as np
import pytest

from app.simt import Checks, Limits, launch
from app.simt import Report as Ran
from tests.course.lessons import shown

KERNELS = shown.ROOT / "kernels"
PER_THREAD = """
@cuda.jit
def softmax(a, out):
    row = cuda.grid(1)
    if row < a.shape[0]:
        total = float32(0)
        for column in range(a.shape[1]):
            total += math.exp(a[row, column])
        out[row, 0] = total
"""
HEAD = "BLOCK = 128\n\n\n@cuda.jit\ndef highest_of_row(a, out):\n"
START = "    tile = cuda.shared.array(BLOCK, float32)\n    t = cuda.threadIdx.x\n    row = cuda.blockIdx.x\n"


def block(first_words: str) -> str:
    (code,) = [code for code in shown.blocks(10) if code.startswith(first_words)]
    return code


def sectors(report: Ran) -> set[float]:
    lines = [line for line in report.lines.values() if line.global_load_requests]
    return {(line.global_load_sectors or 0) / (line.global_load_requests or 1) for line in lines}


def test_the_tree_that_is_shown_finds_the_highest_of_a_row() -> None:
    code = "".join(f"    {line}\n" for line in block("mine =").splitlines())
    a, out = shown.floats(5, 300) - np.float32(200), np.zeros(5, np.float32)
    report = shown.run(
        f"{HEAD}{START}{code}    if t == 0:\n        out[row] = highest\n", "highest_of_row", 5, 128, a, out
    )
    assert report.findings == []
    assert np.array_equal(out, a.max(axis=1))


def test_a_thread_for_each_row_takes_32_sectors_and_a_block_or_a_warp_4() -> None:
    a, out = shown.floats(32, 1_024), np.zeros((32, 1_024), np.float32)
    assert sectors(shown.run(PER_THREAD, "softmax", 1, 32, a, out)) == {32}
    for slug, grid, sides in (("softmax-rows", (32,), (128,)), ("softmax-online", (4,), (32, 8))):
        source = (KERNELS / slug / "solution.py").read_text("utf-8")
        limits = Limits(steps=100_000)
        assert sectors(
            launch(source, "softmax", grid=grid, block=sides, args=[a, out], checks=Checks.all(), limits=limits)
        ) == {4}


@pytest.mark.parametrize("row", [[1, 3, 5], [5, 3, 1], [1000, 1001, 999], [-200, -250]])
def test_the_online_update_that_is_shown_is_the_sum_relative_to_the_highest(row: list[float]) -> None:
    names = {"math": math, "ONE": 1.0, "highest": -math.inf, "total": 0.0}
    for x in row:
        exec(block("if x > highest:"), names | {"x": x}, names)
    assert names["highest"] == max(row)
    assert names["total"] == pytest.approx(sum(math.exp(x - max(row)) for x in row))


def test_the_update_of_a_variance_that_is_shown_loses_no_digits() -> None:
    row = np.float32(8_000) + shown.floats(200)
    update = compile(block("count += 1"), "shown", "exec")
    names: dict[str, float | np.floating] = {"count": 0, "mean": np.float32(0), "squares": np.float32(0)}
    for x in row:
        exec(update, names | {"x": x}, names)
    assert names["squares"] / row.size == pytest.approx(row.astype(np.float64).var(), rel=0.01)


def test_the_numbers_of_the_text_are_those_of_float32() -> None:
    with np.errstate(over="ignore"):
        assert np.isfinite(np.exp(np.float32(88)))
        assert np.isinf(np.exp(np.float32(89)))
    assert math.exp(-2) + 1 == pytest.approx(1.135, abs=5e-4)
    assert (math.exp(-2) + 1) * math.exp(-2) + 1 == pytest.approx(1.1537, abs=5e-5)
    assert np.exp(np.float32(-110)) == 0
    assert np.spacing(np.float32(64_024_000)) == 4
