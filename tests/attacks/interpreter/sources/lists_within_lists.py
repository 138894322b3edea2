"""Puts a list into a list, ten thousand times.

Gets: unsupported with unsupported.module
Stage: slow
"""

from numba import cuda

x = [1]
for i in range(4000):
    x = [x]
    x = [x]
    x = [x]


@cuda.jit
def k(a, out):
    out[0] = x
