"""Has a loop that makes a tuple of a new type each time round.

Stopped by: numba, which finds no type for it.
Gets: compile_error
"""
from numba import cuda


@cuda.jit
def vector_add(a, b, out):
    pair = (a[0], b[0])
    for _ in range(100):
        pair = (pair, pair)
    out[0] = 1
