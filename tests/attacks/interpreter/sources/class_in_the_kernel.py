"""Defines a class within a kernel.

Gets: unsupported
"""

from numba import cuda


@cuda.jit
def k(a, out):
    class C:
        pass
