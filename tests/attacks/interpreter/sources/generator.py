"""A kernel that yields.

Gets: unsupported
"""

from numba import cuda


@cuda.jit
def k(a, out):
    yield out
