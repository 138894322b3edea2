"""Assigns within an expression.

Gets: unsupported
"""

from numba import cuda


@cuda.jit
def k(a, out):
    out[0] = (x := 3)
