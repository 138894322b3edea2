"""Requirements that speak of the code that a kernel became, by kernels that really are compiled."""

import numpy as np
import pytest

from app.course.models import Requirement
from app.grading.compilation import METRICS, judge_compiled
from app.protocol.compiled import Compiled
from app.toolchain import compile_kernel

SCALED = """\
from numba import cuda, float32, float64
@cuda.jit
def scaled(a, out):
    i = cuda.grid(1)
    if i < a.size:
        x = a[i]
        out[i] = {product}
"""


def scaled(product: str) -> Compiled:
    a = np.zeros(8, np.float32)
    return compile_kernel(SCALED.format(product=product), "scaled", {"a": a, "out": a})


def test_a_literal_makes_float64_on_its_line() -> None:
    result = judge_compiled(Requirement("float64_instructions", "==", 0), scaled("x * 0.1"))
    assert (result.ok, result.lines) == (False, (7,))
    assert result.got >= 3  # there, the product, and back


@pytest.mark.parametrize("product", ["x * float32(0.1)", "x * x", "x * float32(0.1) + x"])
def test_arithmetic_in_float32_has_no_float64(product: str) -> None:
    result = judge_compiled(Requirement("float64_instructions", "==", 0), scaled(product))
    assert (result.ok, result.got, result.lines) == (True, 0, ())


def test_what_the_linker_reports_can_be_required() -> None:
    made = Compiled("", "k", "k", "sm_90", "", b"", registers=70, shared_bytes=0, local_bytes=128, spill_bytes=24)
    said = {name: judge_compiled(Requirement(name, "<=", 64), made) for name in METRICS}
    assert {name: (one.got, one.ok) for name, one in said.items()} == {
        "registers": (70, False),
        "local_bytes": (128, False),
        "spill_bytes": (24, True),
        "float64_instructions": (0, True),
    }
