"""Defines a class within a kernel.

Gets: unsupported
Stage: slow
"""

from numba import cuda


@cuda.jit
def k(a, out):
    class C:
        pass
