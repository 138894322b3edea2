"""Declares a gigabyte of memory for each thread.

Stopped by: the linker's limit, or numba's own.
Gets: compile_error or unsupported
Stage: slow
"""
from numba import cuda, float64


@cuda.jit
def vector_add(a, b, out):
    own = cuda.local.array(1 << 27, float64)
    i = cuda.grid(1)
    own[i] = i
    if i < out.size:
        out[i] = a[i] + b[i] + own[i] * 0
