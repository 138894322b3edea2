"""The code that lessons show: it parses, its kernels compile, and its host code computes what the text says."""

import ast
import re
from pathlib import Path

import numpy as np
import pytest

from app.toolchain import compile_kernel

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)
IMPORTS = "from numba import cuda, float32\n"
VECTOR = np.zeros(4, np.float32)
ARGUMENTS = {
    "vector_add": {"a": VECTOR, "b": VECTOR, "out": VECTOR},
    "reverse_128": {"data": VECTOR},
}


def blocks() -> list[str]:
    return [code for path in sorted(ROOT.glob("lessons/*/en.md")) for code in BLOCK.findall(path.read_text("utf-8"))]


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
