"""Has all threads write the whole output: each the same, and yet in a race.

Stopped by: nothing where all write the same; it is wasteful and right. Here they do not, and the interpreter says so.
Gets: fault or wrong_answer
Stage: slow
"""
from numba import cuda


@cuda.jit
def vector_add(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        out[0] = a[i] + b[i]
        out[i] = a[i] + b[i]
