"""A barrier of a warp whose mask is 0.

Gets: ok
"""

from numba import cuda


@cuda.jit
def k(a, out):
    i = cuda.grid(1)
    cuda.syncwarp(0)
    out[i] = a[i]
