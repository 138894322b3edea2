"""What lesson 9 says of its kernels, and of the passes of three lines, is so."""

import re

import numpy as np
import pytest

from app.simt import Report
from app.toolchain import compile_kernel
from bench.lessons import machine_texts
from tests.course.lessons import shown

ADD = "@cuda.jit\ndef add(a, b, out):\n    i = cuda.grid(1)\n    if i < out.size:\n        out[i] = a[i] + b[i]\n"


def moved(report: Report) -> int:
    sectors = sum((line.global_load_sectors or 0) + (line.global_store_sectors or 0) for line in report.lines.values())
    return 32 * sectors


class Tensor:
    """Counts arrays of the size of `x`: those that an operation moves, and those that are there while it runs."""

    def __init__(self, moved: list[int], held: list[int], large: int = 1) -> None:
        self.moved, self.held, self.large = moved, held, large
        held.append(held[-1] + large)

    def __del__(self) -> None:
        self.held.append(self.held[-1] - self.large)

    def operate(self, other: object = None) -> "Tensor":
        self.moved.append(1 + self.large + (other.large if isinstance(other, Tensor) else 0))
        return Tensor(self.moved, self.held)

    __add__ = __radd__ = __mul__ = __rmul__ = __pow__ = operate


def test_three_lines_are_nine_passes_that_move_twenty_arrays_and_hold_six() -> None:
    (code,) = [code for code in shown.blocks(9) if "torch.tanh" in code]
    amounts: list[int] = []
    held = [0]
    names = {"x": Tensor(amounts, held), "bias": Tensor(amounts, held, 0), "tanh": Tensor.operate}
    exec(code.replace("torch.tanh", "tanh"), names)
    assert (len(amounts), sum(amounts), max(held)) == (9, 20, 6)


def test_a_sum_moves_twelve_bytes_for_each_element() -> None:
    a, b, out = shown.floats(100_000), shown.floats(100_000, seed=2), np.zeros(100_000, np.float32)
    assert moved(shown.run(ADD, "add", 391, 256, a, b, out)) == 12 * 100_000


def test_the_fused_kernel_is_right_and_moves_its_matrices_once() -> None:
    (code,) = shown.kernels(9)["bias_relu"]
    x, bias = shown.floats(128, 64) - np.float32(0.5), shown.floats(64, seed=2) - np.float32(0.5)
    out = np.zeros_like(x)
    report = shown.run(code, "bias_relu", (2, 16), (32, 8), x, bias, out)
    assert report.findings == []
    assert np.array_equal(out, np.maximum(x + bias, 0))
    per_warp_row = 128  # bytes of the bias that each warp reads anew, most of them from a cache
    assert moved(report) == x.nbytes + out.nbytes + x.size // 32 * per_warp_row


def test_the_fused_kernel_compiles_to_float32_alone() -> None:
    (code,) = shown.kernels(9)["bias_relu"]
    matrix, vector = np.zeros((2, 2), np.float32), np.zeros(2, np.float32)
    compiled = compile_kernel(shown.IMPORTS + code, "bias_relu", {"x": matrix, "bias": vector, "out": matrix})
    assert ".f64" not in compiled.ptx


MATRIX, VECTOR = np.zeros((2, 2), np.float32), np.zeros(2, np.float32)


def four_rows() -> str:
    """The loads that the text shows, with the stores that it tells of."""
    (loads,) = [code for code in shown.blocks(9) if "v3 = " in code]
    stores = "".join(f"out[row + {k}, column] = v{k}\n" for k in range(4))
    body = re.sub("^", "    ", f"column, first = cuda.grid(2)\nrow = 4 * first\n{loads}{stores}", flags=re.MULTILINE)
    return f"@cuda.jit\ndef four(x, bias, out):\n{body}\n"


def test_four_rows_of_a_thread_are_right() -> None:
    x, bias = shown.floats(32, 32), shown.floats(32, seed=2)
    out = np.zeros_like(x)
    assert shown.run(four_rows(), "four", (1, 1), (32, 8), x, bias, out).findings == []
    assert np.array_equal(out, x + bias)


@pytest.mark.slow
def test_all_loads_of_four_rows_are_begun_before_the_first_store() -> None:
    made = compile_kernel(shown.IMPORTS + four_rows(), "four", {"x": MATRIX, "bias": VECTOR, "out": MATRIX})
    moves = [move for _, text in machine_texts.sass(made) for move in re.findall("LDG|STG", text)]
    assert moves == ["LDG"] * 5 + ["STG"] * 4


@pytest.mark.slow
@pytest.mark.parametrize(("signed", "count"), [(True, 93), (False, 62)])
def test_indices_without_a_sign_leave_62_of_93_instructions(signed: bool, count: int) -> None:
    source = (
        (shown.ROOT / "kernels/bias-gelu/solution.py").read_text("utf-8").replace("float32\n", "float32, uint32\n", 1)
    )
    index = "column, row = cuda.grid(2)"
    if not signed:
        source = source.replace(index, f"{index}\n    column, row = uint32(column), uint32(row)")
    made = compile_kernel(source, "bias_gelu", {"x": MATRIX, "bias": VECTOR, "out": MATRIX})
    assert sum(not text.endswith(":") for _, text in machine_texts.sass(made)) == count
