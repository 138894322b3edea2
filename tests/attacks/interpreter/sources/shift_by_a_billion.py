"""Shifts a one to the left for ever.

Gets: unsupported with unsupported.module
"""

from numba import cuda

N = 1 << 10**9


@cuda.jit
def k(a, out):
    out[0] = N
