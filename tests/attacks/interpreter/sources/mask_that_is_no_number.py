"""A barrier of a warp whose mask is a module.

Gets: unsupported with unsupported.arguments
"""

from numba import cuda


@cuda.jit
def k(a, out):
    cuda.syncwarp(cuda)
