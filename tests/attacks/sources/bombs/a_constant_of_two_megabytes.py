"""Has a table for a constant that is larger than the card's constants, and small enough for numba.

Stopped by: the limit on the code, or the linker's on constants.
Gets: compile_error or time_limit or memory_limit
Stage: slow
"""
import numpy as np
from numba import cuda

TABLE = np.arange(300_000, dtype=np.float64)


@cuda.jit
def vector_add(a, b, out):
    table = cuda.const.array_like(TABLE)
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] + table[i]
