"""The kernels that lessons 3, 6 and 7 show compile, and those of lesson 3 do what the text says."""

import numpy as np
import pytest

from app.simt import Report
from app.toolchain import compile_kernel
from tests.course.lessons import shown

VECTOR = np.zeros(4, np.float32)
MATRIX = np.zeros((4, 4), np.float32)
ARGUMENTS = {
    "vector_add": {"a": VECTOR, "b": VECTOR, "out": VECTOR},
    "reverse_128": {"data": VECTOR},
    "in_order": {"a": VECTOR, "out": VECTOR},
    "every_32nd": {"a": VECTOR, "out": VECTOR},
    "transpose": {"a": MATRIX, "out": MATRIX},
}
KERNELS = [(name, code) for number in (3, 6, 7) for name, codes in shown.kernels(number).items() for code in codes]


@pytest.mark.parametrize(("name", "code"), KERNELS)
def test_kernel_in_a_lesson_compiles(name: str, code: str) -> None:
    compiled = compile_kernel(shown.IMPORTS + code, name, ARGUMENTS[name])
    assert compiled.registers > 0


def test_ceiling_division_gives_the_numbers_in_the_text() -> None:
    names: dict[str, object] = {}
    (code,) = [code for code in shown.blocks(3) if "def ceil_div" in code]
    exec(code, names)
    ceil_div = names["ceil_div"]
    assert callable(ceil_div)
    assert names["blocks"] == 4
    assert [ceil_div(n, 256) for n in (1, 256, 257, 1_048_577)] == [1, 1, 2, 4_097]
    assert (ceil_div(50, 16), ceil_div(20, 16)) == (4, 2)


def vectors(length: int) -> list[np.ndarray]:
    return [shown.floats(length, seed=1), shown.floats(length, seed=2), np.zeros(length, np.float32)]


def add(which: int, grid: int, block: int, arrays: list[np.ndarray]) -> Report:
    """Run one of the lesson's versions of `vector_add`, in the order of the text."""
    return shown.run(shown.kernels(3)["vector_add"][which], "vector_add", grid, block, *arrays)


def test_first_kernel_is_right_and_yet_24_threads_leave_the_arrays() -> None:
    a, b, out = vectors(1_000)
    report = add(0, 4, 256, [a, b, out])
    assert np.array_equal(out, a + b)
    (finding,) = report.findings
    assert (finding.kind, finding.block, finding.thread) == ("out_of_bounds", (3, 0, 0), (232, 0, 0))


@pytest.mark.parametrize(("which", "grid", "block"), [(1, 4, 256), (1, 256, 4), (2, 4, 256), (2, 1, 32), (2, 40, 256)])
def test_guarded_and_striding_kernels_are_right_for_the_launches_in_the_text(which: int, grid: int, block: int) -> None:
    a, b, out = vectors(1_000)
    assert add(which, grid, block, [a, b, out]).findings == []
    assert np.array_equal(out, a + b)


def test_reversal_with_a_barrier_is_right() -> None:
    data = vectors(128)[0]
    expected = data[::-1].copy()
    assert shown.run(shown.kernels(3)["reverse_128"][0], "reverse_128", 1, 128, data).findings == []
    assert np.array_equal(data, expected)
