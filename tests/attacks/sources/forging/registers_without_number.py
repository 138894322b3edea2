"""Says of its kernel that the linker is to leave it a billion registers, and minus one, and a text.

Stopped by: the worker, which takes a number that registers can have, or none.
Gets: passed
Report: as the solution's
"""
from numba import cuda

import app.toolchain.kernel as kernel

compiled = kernel._compile
kernel._compile = lambda *given, **options: kernel.Ptx(compiled(*given, **options).text, 10**9)


@cuda.jit
def vector_add(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] + b[i]
