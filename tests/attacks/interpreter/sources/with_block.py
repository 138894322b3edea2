"""Enters a context.

Gets: unsupported
Stage: slow
"""

from numba import cuda


@cuda.jit
def k(a, out):
    with a:
        out[0] = 1
