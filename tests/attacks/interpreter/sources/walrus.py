"""Assigns within an expression.

Gets: unsupported
Stage: slow
"""

from numba import cuda


@cuda.jit
def k(a, out):
    out[0] = (x := 3)
