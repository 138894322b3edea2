"""The same by the function, which has no operator to be looked at.

Gets: unsupported with unsupported.module
"""

from numba import cuda

N = pow(9, 10**17)


@cuda.jit
def k(a, out):
    out[0] = N
