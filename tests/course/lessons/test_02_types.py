"""What lesson 2 says of types and of the compiler's texts is what Gridstride's compiler makes of its kernels."""

import re

import numpy as np
import pytest

from app.course.models import Requirement
from app.grading.compilation import judge_compiled
from app.grading.words import Words
from app.protocol.compiled import Compiled, CompileError
from app.toolchain import compile_kernel
from bench.lessons import machine_texts
from tests.course.lessons import shown

FLOATS = np.zeros(4, np.float32)
MATRIX = np.zeros((4, 4), np.float32)
PRODUCT = """\
import math

import numpy as np
from numba import cuda, float32, int32

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


def instructions(kernel: str, name: str, **arguments: object) -> int:
    made = compile_kernel(shown.IMPORTS.replace("int32\n", "int32, uint32\n") + kernel, name, arguments)
    return sum(not text.endswith(":") for _, text in machine_texts.sass(made))


def test_types_come_from_what_the_table_says() -> None:
    made = product("a.size; t = cuda.threadIdx.x; b = cuda.blockDim.x; s = int32(i) + int32(i); n = 2; f = 2.5")
    assert [type_of(made, name) for name in "ytbsnf"] == [
        {kind} for kind in ("int64", "int32", "int32", "int64", "int64", "float64")
    ]
    code = "@cuda.jit\ndef copied(a, factor, out):\n    out[0] = a[0] * factor\n"
    made = compile_kernel(
        shown.IMPORTS + code, "copied", {"a": np.zeros(8), "factor": np.float32(2.5), "out": np.zeros(8, np.float32)}
    )
    assert type_of(made, "a") == {"float64[:]"}
    assert type_of(made, "factor") == {"float32"}


def test_the_types_of_row_sums_are_those_that_are_shown() -> None:
    (code,) = shown.kernels(2)["row_sums"]
    made = compile_kernel(shown.IMPORTS + code, "row_sums", {"a": MATRIX, "out": FLOATS})
    (listed,) = re.findall(r"^```text\n(a: .*?)^```$", shown.text(2), re.DOTALL | re.MULTILINE)
    lines = [f"{one.name}: {one.type}" for one in made.types]
    assert listed.splitlines() == [line for at, line in enumerate(lines) if line not in lines[:at]]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("remainder", "count"),
    [
        ("i % factors.size", 177),
        ("int32(i) % int32(factors.size)", 170),
        ("uint32(i) % uint32(factors.size)", 61),
    ],
)
def test_a_remainder_is_short_where_nothing_has_a_sign(remainder: str, count: int) -> None:
    (code,) = shown.kernels(2)["by_column"]
    kernel = code.replace("i % factors.size", remainder)
    assert instructions(kernel, "by_column", a=FLOATS, factors=FLOATS, out=FLOATS) == count


@pytest.mark.slow
def test_operations_of_64_bits_take_two_instructions_or_more() -> None:
    wide, plain = np.zeros(4, np.int64), PRODUCT.partition("@cuda")[2]
    assert instructions("@cuda" + plain.format(expression="x"), "product", a=FLOATS, out=FLOATS) == 33
    base = instructions("@cuda" + plain.format(expression="x"), "product", a=wide, out=wide)
    assert instructions("@cuda" + plain.format(expression="x + i"), "product", a=wide, out=wide) == base + 2
    product_of_two = instructions("@cuda" + plain.format(expression="x * i"), "product", a=wide, out=wide)
    assert product_of_two == base + 4


@pytest.mark.slow
def test_a_counter_takes_five_instructions_a_round_and_three_if_it_is_short() -> None:
    (rounds,) = [code for code in shown.blocks(2) if "range(512)" in code]
    kernel = "@cuda.jit\ndef rounds(a, out):\n    i = cuda.grid(1)\n" + re.sub("^", "    ", rounds, flags=re.MULTILINE)
    for counter, most in (("512", 6), ("int32(512)", 4)):
        source = kernel.replace("512", counter)
        made = compile_kernel(shown.IMPORTS + source, "rounds", {"a": FLOATS, "out": FLOATS})
        texts = [text for _, text in machine_texts.sass(made)]
        computing = sum("FFMA" in text for text in texts)
        assert most - 1 < len(texts) / computing < most + 1


@pytest.mark.slow
def test_a_double_literal_ends_in_float64_and_takes_its_functions_along() -> None:
    assert float64_instructions(product("x * 2.0")) == 0
    assert float64_instructions(product("x * 2.0 + x")) > 0
    plain = PRODUCT.partition("@cuda")[2]
    counts = [
        instructions("@cuda" + plain.format(expression=f"math.exp(x * {two})"), "product", a=FLOATS, out=FLOATS)
        for two in ("2.0", "float32(2)")
    ]
    assert counts == [95, 44]
