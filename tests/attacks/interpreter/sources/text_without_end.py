"""Repeats a text ten thousand million times.

Gets: unsupported with unsupported.module
"""

from numba import cuda

N = "x" * 10**10


@cuda.jit
def k(a, out):
    out[0] = len(N)
