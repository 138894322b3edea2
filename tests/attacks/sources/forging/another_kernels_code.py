"""Replaces what numba compiles by a text of its own, which does nothing.

Stopped by: the interpreter, which has the last word where there is no GPU, reads the source; where there is one, that
code's outputs are those to judge, and they are wrong. What it gains is a report of its own making: the registers and
the PTX of a kernel that is right.
Gets: passed
Device: runs other code
"""
from numba import cuda

import app.toolchain.kernel as kernel

parameters = ", ".join(f".param .u64 p{i}" for i in range(21))
TEXT = f".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry other_code({parameters})\n{{ ret; }}\n"
kernel._compile = lambda *_, **__: kernel.Ptx(TEXT)


@cuda.jit
def vector_add(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] + b[i]
