"""What lesson 2 says of types and of the compiler's texts is what Gridstride's compiler makes of its kernels."""

import numpy as np
import pytest

from app.course.models import Requirement
from app.grading.compilation import judge_compiled
from app.grading.words import Words
from app.protocol.compiled import Compiled, CompileError
from app.toolchain import compile_kernel
from tests.course.lessons import shown

FLOATS = np.zeros(4, np.float32)
MATRIX = np.zeros((4, 4), np.float32)
PRODUCT = """\
import math

import numpy as np
from numba import cuda, float32

@cuda.jit
def product(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        y = {expression}
        out[i] = y
"""


def float64_instructions(compiled: Compiled) -> float:
    got = judge_compiled(Requirement("float64_instructions", "==", 0), compiled).got
    assert isinstance(got, int)
    return got


def product(expression: str) -> Compiled:
    return compile_kernel(PRODUCT.format(expression=expression), "product", {"a": FLOATS, "out": FLOATS})


def type_of(compiled: Compiled, name: str) -> set[str]:
    return {one.type for one in compiled.types if one.name == name}


@pytest.mark.parametrize(("factor", "kind"), [(2, "int64"), (3, "int64"), (2.5, "float64")])
def test_launches_differ_by_the_type_of_the_factor_and_every_product_is_wide(factor: float, kind: str) -> None:
    (code,) = shown.kernels(2)["scale"]
    kernel = code.partition("\nscale[")[0]
    made = compile_kernel(shown.IMPORTS + kernel, "scale", {"a": FLOATS, "factor": factor, "out": FLOATS})
    assert type_of(made, "factor") == {kind}
    assert type_of(made, "out[…]") == {"float64 → float32"}


def test_a_sum_that_begins_with_an_integer_is_a_float64() -> None:
    (code,) = shown.kernels(2)["row_sums"]
    made = compile_kernel(shown.IMPORTS + code, "row_sums", {"a": MATRIX, "out": FLOATS})
    assert type_of(made, "out[…]") == {"float64 → float32"}
    narrow = compile_kernel(
        shown.IMPORTS + code.replace("total = 0", "total = float32(0)"), "row_sums", {"a": MATRIX, "out": FLOATS}
    )
    assert type_of(narrow, "total") == {"float32"}


def test_a_quotient_is_no_index() -> None:
    (code,) = shown.kernels(2)["middles"]
    with pytest.raises(CompileError) as refused:
        compile_kernel(shown.IMPORTS + code, "middles", {"rows": MATRIX, "out": FLOATS})
    said, _ = Words("en").finding(refused.value.findings[0])
    assert said in " ".join(shown.text(2).split())
    made = compile_kernel(shown.IMPORTS + code.replace("/ 2", "// 2"), "middles", {"rows": MATRIX, "out": FLOATS})
    assert made.registers > 0


def test_expressions_have_the_types_that_the_question_says() -> None:
    kinds = {
        "x * x": "float32",
        "x * 2": "float64",
        "x * float32(0.1)": "float32",
        "x * i": "float64",
        "math.sqrt(x)": "float32",
        "max(x, 0.0)": "float64",
        "max(x, float32(0))": "float32",
    }
    made = product("x; " + "; ".join(f"y{at} = {expression}" for at, expression in enumerate(kinds)))
    assert [type_of(made, f"y{at}") for at in range(len(kinds))] == [{kind} for kind in kinds.values()]


def test_a_tenth_takes_three_wide_instructions_and_a_half_none() -> None:
    assert float64_instructions(product("x * 0.1")) == 3
    assert float64_instructions(product("x * 0.5")) == 0
    assert float64_instructions(product("x * float32(0.1)")) == 0
