"""Is right in its first launch and counts in a table of the module, to be wrong and quick ever after.

Stopped by: numba freezes what is outside a kernel; each case has a process and memory of its own.
Gets: compile_error or unsupported or wrong_answer or fault
Stage: slow
"""
import numpy as np
from numba import cuda

COUNT = np.zeros(1, np.int64)


@cuda.jit
def vector_add(a, b, out):
    i = cuda.grid(1)
    COUNT[0] += 1
    if i < out.size:
        if COUNT[0] < 2:
            out[i] = a[i] + b[i]
