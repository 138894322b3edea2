"""Defines its kernel twice, one for whoever reads the first and one for whoever runs the last.

Stopped by: the compiler and the interpreter take the last, as Python does.
Gets: wrong_answer
Stage: slow
"""
from numba import cuda


@cuda.jit
def vector_add(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] + b[i]


@cuda.jit
def vector_add(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] - b[i]
