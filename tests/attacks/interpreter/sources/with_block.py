"""Enters a context.

Gets: unsupported
"""

from numba import cuda


@cuda.jit
def k(a, out):
    with a:
        out[0] = 1
