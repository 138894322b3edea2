"""A number with more digits than there is room.

Gets: unsupported with unsupported.module
"""

from numba import cuda

N = 9**9**9


@cuda.jit
def k(a, out):
    out[0] = N
