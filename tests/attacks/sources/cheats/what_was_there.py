"""Reads the output before it writes to it, in case that the answer lies there.

Stopped by: the interpreter: nobody has written what it reads.
Gets: fault
Stage: slow
"""
from numba import cuda


@cuda.jit
def vector_add(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = out[i]
