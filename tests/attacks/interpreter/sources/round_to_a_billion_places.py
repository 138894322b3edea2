"""Rounds to the left of the point, for which Python works out ten to the power of that many places.

Gets: unsupported with unsupported.module
"""

from numba import cuda

N = round(5, -(10**12))


@cuda.jit
def k(a, out):
    out[0] = N
