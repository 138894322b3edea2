"""The code that lessons show: it parses, its kernels compile, and it does what the text says."""

import ast
import re
from pathlib import Path

import numpy as np
import pytest

from app.simt import Checks, Limits, Report, launch
from app.toolchain import compile_kernel

ROOT = Path(__file__).parents[2]
QUIZ = re.compile(r"^::::\{quiz\}.*?^::::$", re.DOTALL | re.MULTILINE)  # its code is proved with its key
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)
IMPORTS = "from numba import cuda, float32\n"
VECTOR = np.zeros(4, np.float32)
MATRIX = np.zeros((4, 4), np.float32)
ARGUMENTS = {
    "vector_add": {"a": VECTOR, "b": VECTOR, "out": VECTOR},
    "reverse_128": {"data": VECTOR},
    "in_order": {"a": VECTOR, "out": VECTOR},
    "every_32nd": {"a": VECTOR, "out": VECTOR},
    "transpose": {"a": MATRIX, "out": MATRIX},
}


def blocks() -> list[str]:
    texts = [QUIZ.sub("", path.read_text("utf-8")) for path in sorted(ROOT.glob("lessons/*/en.md"))]
    return [code for text in texts for code in BLOCK.findall(text)]


def kernels() -> list[tuple[str, str]]:
    found = [(name, code) for code in blocks() for name in re.findall(r"^@cuda\.jit\ndef (\w+)", code, re.MULTILINE)]
    assert len(found) >= 4
    return found


@pytest.mark.parametrize("code", blocks())
def test_code_in_a_lesson_is_python(code: str) -> None:
    assert ast.parse(code).body


@pytest.mark.parametrize(("name", "code"), kernels())
def test_kernel_in_a_lesson_compiles(name: str, code: str) -> None:
    compiled = compile_kernel(IMPORTS + code, name, ARGUMENTS[name])
    assert compiled.registers > 0


def test_ceiling_division_gives_the_numbers_in_the_text() -> None:
    names: dict[str, object] = {}
    (code,) = [code for code in blocks() if "def ceil_div" in code]
    exec(code, names)
    ceil_div = names["ceil_div"]
    assert callable(ceil_div)
    assert names["blocks"] == 4
    assert [ceil_div(n, 256) for n in (1, 256, 257, 1_048_577)] == [1, 1, 2, 4_097]
    assert (ceil_div(50, 16), ceil_div(20, 16)) == (4, 2)


def run(which: int, name: str, grid: int, block: int, args: list[np.ndarray]) -> Report:
    """Run one of a lesson's kernels of this name, in the order of the text."""
    code = [code for kernel, code in kernels() if kernel == name][which]
    limits = Limits(steps=10_000)
    return launch(IMPORTS + code, name, grid=(grid,), block=(block,), args=args, checks=Checks.all(), limits=limits)


def vectors(length: int) -> list[np.ndarray]:
    rng = np.random.default_rng(1)
    return [*(rng.random(length, dtype=np.float32) for _ in "ab"), np.zeros(length, np.float32)]


def test_first_kernel_is_right_and_yet_24_threads_leave_the_arrays() -> None:
    a, b, out = vectors(1_000)
    report = run(0, "vector_add", 4, 256, [a, b, out])
    assert np.array_equal(out, a + b)
    (finding,) = report.findings
    assert (finding.kind, finding.block, finding.thread) == ("out_of_bounds", (3, 0, 0), (232, 0, 0))


@pytest.mark.parametrize(("which", "grid", "block"), [(1, 4, 256), (1, 256, 4), (2, 4, 256), (2, 1, 32), (2, 40, 256)])
def test_guarded_and_striding_kernels_are_right_for_the_launches_in_the_text(which: int, grid: int, block: int) -> None:
    a, b, out = vectors(1_000)
    assert run(which, "vector_add", grid, block, [a, b, out]).findings == []
    assert np.array_equal(out, a + b)


def test_reversal_with_a_barrier_is_right() -> None:
    data = vectors(128)[0]
    expected = data[::-1].copy()
    assert run(0, "reverse_128", 1, 128, [data]).findings == []
    assert np.array_equal(data, expected)
