"""Has the compiler fold a number of hundreds of millions of digits.

Stopped by: nobody works it out: on a device it is arithmetic of 64 bits.
Gets: wrong_answer
Stage: slow
"""
from numba import cuda


@cuda.jit
def vector_add(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] + b[i] + 9**9**9
