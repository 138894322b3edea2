"""Has numba write out a loop over a tuple of thousands of kinds.

Stopped by: the compiler's limits of time and memory, or numba, which does not know it on a device.
Gets: compile_error or time_limit or memory_limit
Stage: slow
"""
from numba import cuda
from numba.cuda.misc.special import literal_unroll

VALUES = tuple(float(x) if x % 2 else x for x in range(3_000))


@cuda.jit
def vector_add(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        for value in literal_unroll(VALUES):
            out[i] += a[i] * value
