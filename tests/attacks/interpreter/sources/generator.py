"""A kernel that yields.

Gets: unsupported
Stage: slow
"""

from numba import cuda


@cuda.jit
def k(a, out):
    yield out
