"""Powers with a modulus are cheap, whatever the exponent.

Gets: ok
"""

from numba import cuda

N = pow(3, 10**17, 7)


@cuda.jit
def k(a, out):
    out[0] = N
