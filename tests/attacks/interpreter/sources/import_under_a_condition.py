"""Imports within a try.

Gets: unsupported with unsupported.module
"""

from numba import cuda

try:
    import os

    N = 1
except ImportError:
    N = 2


@cuda.jit
def k(a, out):
    out[0] = N
