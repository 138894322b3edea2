"""Calls itself without an end.

Stopped by: numba, which finds no type for it; the limits, were it to search for ever.
Gets: compile_error or time_limit
"""
from numba import cuda


@cuda.jit(device=True)
def again(x):
    return again(x + 1)


@cuda.jit
def vector_add(a, b, out):
    out[0] = again(a[0])
