"""Has a table of a hundred megabytes for a constant.

Stopped by: the compiler's limits of time and memory: as text it is far larger.
Gets: compile_error or time_limit or memory_limit
Stage: slow
"""
import numpy as np
from numba import cuda

TABLE = np.arange(25_000_000, dtype=np.float32)


@cuda.jit
def vector_add(a, b, out):
    table = cuda.const.array_like(TABLE)
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] + table[i]
