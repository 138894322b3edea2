"""Does nothing, and hopes that the output holds the answer of an earlier submission.

Stopped by: poison: an output holds no answer before the launch.
Gets: wrong_answer
Stage: slow
"""
from numba import cuda


@cuda.jit
def vector_add(a, b, out):
    i = cuda.grid(1)
