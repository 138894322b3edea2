"""Deletes an argument.

Gets: unsupported
"""

from numba import cuda


@cuda.jit
def k(a, out):
    del a
