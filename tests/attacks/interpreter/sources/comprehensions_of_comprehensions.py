"""Sixteen million elements by two short lines.

Gets: unsupported with unsupported.module
Stage: slow
"""

from numba import cuda

N = [[i for i in range(4000)] for _ in range(4000)]


@cuda.jit
def k(a, out):
    out[0] = N[0][0]
