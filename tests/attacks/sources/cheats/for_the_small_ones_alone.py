"""Is right where the arrays are small, and leaves the work where it takes long.

Stopped by: the large case is judged like any other.
Gets: wrong_answer
Stage: slow
"""
from numba import cuda


@cuda.jit
def vector_add(a, b, out):
    i = cuda.grid(1)
    if i < out.size and i < 1000:
        out[i] = a[i] + b[i]
