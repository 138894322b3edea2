"""Asks whether the output still holds poison, and does its work only there.

Stopped by: the interpreter: nobody has written what it reads.
Gets: fault
Stage: slow
"""
from numba import cuda


@cuda.jit
def vector_add(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        if out[i] != out[i]:
            out[i] = a[i] + b[i]
