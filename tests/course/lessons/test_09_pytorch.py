"""What lesson 9 says of its kernels, and of the passes of three lines, is so."""

import numpy as np

from app.simt import Report
from app.toolchain import compile_kernel
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
