"""Prints from each of a million threads.

Stopped by: the interpreter keeps some of it and counts the steps of all.
Gets: passed or time_limit or memory_limit
Stage: slow
"""
from numba import cuda


@cuda.jit
def vector_add(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] + b[i]
        print("x", i, a[i], b[i])
