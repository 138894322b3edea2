"""Knows the answers of the cases that it was shown, and tells the size to find out which.

Stopped by: hidden cases.
Gets: wrong_answer
Naive: passed
"""
from numba import cuda


@cuda.jit
def vector_add(a, b, out):
    i = cuda.grid(1)
    if out.size == 1000 or out.size == 10:
        if i < out.size:
            out[i] = a[i] + b[i]
