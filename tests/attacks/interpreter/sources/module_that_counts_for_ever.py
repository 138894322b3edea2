"""Counts to a number that no loop reaches.

Gets: unsupported with unsupported.module
"""

from numba import cuda

n = 0
for i in range(10**18):
    n = i


@cuda.jit
def k(a, out):
    out[0] = n
