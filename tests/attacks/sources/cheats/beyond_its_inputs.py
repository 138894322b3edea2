"""Reads far beyond its inputs, in search of an expected output.

Stopped by: the interpreter; there is none in its process.
Gets: fault
Stage: slow
"""
from numba import cuda


@cuda.jit
def vector_add(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i + 1_000_000]
