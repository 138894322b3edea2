"""A product and a sum become one instruction, unless it is asked that they do not."""

import numpy as np
import pytest

from app.toolchain import compile_kernel

SOURCE = """
from numba import cuda
@cuda.jit(device=True)
def scaled(a, b, c):
    return a * b + c
@cuda.jit
def k(a, pair, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = scaled(a[i], pair[1], out[i])
"""


@pytest.mark.parametrize("fuse", [True, False])
def test_products_and_sums_fuse_only_where_they_may(fuse):
    arguments = {"a": np.arange(9.0)[::3], "pair": (1, 0.5), "out": np.zeros(3)}
    compiled = compile_kernel(SOURCE, "k", arguments, fuse=fuse)
    assert ("fma.rn.f64" in compiled.ptx) == fuse
    assert ("mul.rn.f64" in compiled.ptx) != fuse
