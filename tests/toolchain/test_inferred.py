"""The types that a page shows beside the lines of a kernel are those that numba inferred."""

import numpy as np
import pytest

from app.protocol.compiled import MOST_TYPES
from app.toolchain import compile_kernel

BLEND = """\
from numba import cuda, float32

@cuda.jit
def blend(a, w, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        {body}
"""


def found(body: str) -> list[tuple[int, str, str]]:
    a = np.zeros(4, np.float32)
    made = compile_kernel(BLEND.format(body=body), "blend", {"a": a, "w": np.int32(3), "out": a})
    return [(one.line, one.name, one.type) for one in made.types]


def test_parameters_variables_and_stores_have_their_types_by_line() -> None:
    assert found("t = w / 255; out[i] = x * t") == [
        (4, "a", "float32[:]"),
        (4, "w", "int32"),
        (4, "out", "float32[:]"),
        (5, "i", "int64"),
        (7, "x", "float32"),
        (8, "t", "float64"),
        (8, "out[…]", "float64 → float32"),
    ]


@pytest.mark.parametrize(
    ("body", "last"),
    [
        ("out[i] = x", (8, "out[…]", "float32")),
        ("out[i] = i", (8, "out[…]", "int64 → float32")),
        ("t = x\n        t = 1.5\n        out[i] = t", (10, "out[…]", "float64 → float32")),
        ("out[i] = sum((1, 2))", (8, "out[…]", "int64 → float32")),
        ("out[0] = x", (8, "out[…]", "float32")),
        ("f = lambda q: q * 2; out[i] = f(x)", (8, "out[…]", "float64 → float32")),
        ("out[1:][0] = x", (8, "[…]", "float32")),
    ],
)
def test_a_store_says_what_is_given_and_what_is_kept(body: str, last: tuple[int, str, str]) -> None:
    assert found(body)[-1] == last


def test_a_kernel_of_very_many_variables_has_so_many_types_and_no_more() -> None:
    assert len(found("; ".join(f"v{k} = x" for k in range(450)) + "; out[i] = v9")) == MOST_TYPES
