"""The line of the source from which each instruction came, which pages and machine code show."""

from __future__ import annotations

import re

import numpy as np

from app.toolchain import compile_kernel

SOURCE = """
from numba import cuda

@cuda.jit
def add(a, out):
    i = cuda.grid(1)
    out[i] = a[i] + 1
"""


def test_an_instruction_of_the_ptx_knows_its_line() -> None:
    floats = np.zeros(4, np.float32)
    ptx = compile_kernel(SOURCE, "add", {"a": floats, "out": floats}).ptx
    before, _ = ptx.split("st.global", 1)
    assert re.findall(r"\.loc\s+\d+ (\d+)", before)[-1] == "7"
