"""Writes infinity, for a tolerance that grows with what was written.

Stopped by: the worker: a tolerance goes by what is expected, and an infinity is right where the same is expected.
Gets: wrong_answer
Stage: slow
"""
import math
from numba import cuda


@cuda.jit
def vector_add(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = math.inf
