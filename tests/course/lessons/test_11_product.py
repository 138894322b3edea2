"""The product that lesson 11 shows, and the counts that its text gives for it and for the exercises."""

import numpy as np
import pytest

from app.simt import Report
from app.toolchain import compile_kernel
from tests.course.lessons import shown

SIZE = 64  # a multiple of every tile
(PLAIN,) = shown.kernels(11)["matmul"]
COLUMN_FIRST = PLAIN.replace("row, column = cuda.grid(2)", "column, row = cuda.grid(2)")


def solution(slug: str) -> str:
    return (shown.ROOT / "kernels" / slug / "solution.py").read_text("utf-8")


def product(code: str, grid: tuple[int, int], block: tuple[int, int]) -> Report:
    a, b, out = shown.floats(SIZE, SIZE, seed=1), shown.floats(SIZE, SIZE, seed=2), np.zeros((SIZE, SIZE), np.float32)
    report = shown.run(code, "matmul", grid, block, a, b, out)
    assert report.findings == []
    assert np.allclose(out, a @ b, rtol=1e-5)
    return report


def sectors_loaded(report: Report) -> int:
    return sum(line.global_load_sectors or 0 for line in report.lines.values())


def test_the_kernel_compiles() -> None:
    matrix = np.zeros((4, 4), np.float32)
    assert compile_kernel(shown.IMPORTS + PLAIN, "matmul", {"a": matrix, "b": matrix, "out": matrix}).registers > 0


@pytest.mark.parametrize(("code", "grid", "sectors"), [(PLAIN, (2, 8), 33), (COLUMN_FIRST, (2, 8), 5)])
def test_a_step_of_a_warp_takes_the_sectors_in_the_text(code: str, grid: tuple[int, int], sectors: int) -> None:
    steps = SIZE * SIZE * SIZE // 32
    assert sectors_loaded(product(code, grid, (32, 8))) == sectors * steps


@pytest.fixture(scope="module")
def blocked() -> Report:
    return product(solution("matmul-registers"), (1, 1), (16, 16))


def test_tiles_bring_four_operations_for_each_byte_and_larger_ones_sixteen(blocked: Report) -> None:
    tiled = product(solution("matmul-tiled"), (SIZE // 16, SIZE // 16), (16, 16))
    assert [2 * SIZE**3 / (32 * sectors_loaded(report)) for report in (tiled, blocked)] == [4, 16]


def test_sixteen_sums_need_half_a_read_for_each_product(blocked: Report) -> None:
    source = solution("matmul-registers").splitlines()
    reads = [line for number, line in blocked.lines.items() if "_k[i] = a_tile" in source[number - 1]]
    reads += [line for number, line in blocked.lines.items() if "b_k = b_tile" in source[number - 1]]
    assert len(reads) == 2
    assert sum(line.shared_requests or 0 for line in reads) == 0.5 * SIZE**3 / 32


def test_the_large_numbers_of_the_text_are_right() -> None:
    text = shown.text(11)
    side, peak, bandwidth = 4_096, 67e12, 4.8e12
    assert f"{2 * side**3:,} FLOP" in text
    assert f"{3 * 4 * side**2 / 1e6:.0f} million bytes" in text
    assert f"{2 * side**3 / (12 * side**2):.0f} FLOP for each byte" in text
    assert round(peak / bandwidth) == 14
    assert f"{1e3 * 2 * side**3 / peak:.1f}\nmilliseconds, the traffic {1e3 * 12 * side**2 / bandwidth:.2f}" in text
