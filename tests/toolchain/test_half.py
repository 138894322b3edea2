"""float16: numba's own bindings are compiled and linked in, and nothing else is."""

from __future__ import annotations

import numpy as np
import pytest

from app.protocol.compiled import CompileError
from app.toolchain import compile_kernel, half
from app.toolchain.ptx import outline

HALF = np.zeros(8, np.float16)
KERNEL = """
import math
from numba import cuda
from numba.cuda import fp16
@cuda.jit
def k(a, out):
    i = cuda.grid(1)
    x = a[i] * a[i] - a[i] / 2
    if x > a[i]:
        out[i] = fp16.hfma(x, -x, abs(x)) + math.sqrt(x)
"""


@pytest.mark.parametrize("arch", ["sm_75", "sm_90", "sm_120"])
def test_arithmetic_on_float16_becomes_a_cubin(arch: str) -> None:
    made = compile_kernel(KERNEL, "k", {"a": HALF, "out": HALF}, arch=arch)
    assert made.cubin.startswith(b"\x7fELF")
    assert 8 < made.registers < 80


def test_only_the_bindings_that_are_called_are_named() -> None:
    extern = ".extern .func (.param .b32 r) _ZmlRK6__halfS1__nbst(.param .b64 a);\n"
    text = extern + ".visible .entry k(.param .u64 p) { ret; }\n"
    assert outline(text, (64,), 1).halves == {"_ZmlRK6__halfS1__nbst"}


@pytest.mark.parametrize("name", ["evil_nbst", "_ZN6__halfC1E13__nv_bfloat16_nbst", "include"])
def test_a_name_that_numba_does_not_bind_is_a_stranger(name: str) -> None:
    with pytest.raises(CompileError):
        outline(f".extern .func {name};\n.visible .entry k(.param .u64 p) {{ ret; }}\n", (64,), 1)


@pytest.mark.slow
def test_every_binding_compiles() -> None:
    assert len(half.bindings()) > 100
    text = half.ptx(half.bindings(), "sm_90")
    assert all(f".func  (.param .b32 func_retval0) {name}(" in text for name in half.bindings())
