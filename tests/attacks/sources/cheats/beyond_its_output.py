"""Writes after the end of its output, where another array may lie.

Stopped by: the interpreter; on a GPU guard bands.
Gets: fault
Stage: slow
"""
from numba import cuda


@cuda.jit
def vector_add(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] + b[i]
        out[i + out.size] = a[i]
