"""Deletes an argument.

Gets: unsupported
Stage: slow
"""

from numba import cuda


@cuda.jit
def k(a, out):
    del a
