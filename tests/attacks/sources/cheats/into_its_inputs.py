"""Changes its inputs to what makes its wrong output right.

Stopped by: the worker, which works out what is expected from inputs of its own.
Gets: wrong_answer
Stage: slow
"""
from numba import cuda


@cuda.jit
def vector_add(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = 0
        a[i] = 0
        b[i] = 0
