"""Multiplies up the numbers to four thousand.

Gets: unsupported with unsupported.module
"""

from numba import cuda

N = 1
for i in range(1, 4000):
    N = N * i


@cuda.jit
def k(a, out):
    out[0] = N % 7
