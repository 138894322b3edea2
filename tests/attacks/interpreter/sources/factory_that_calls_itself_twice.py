"""A factory calls itself twice, and each of these as well.

Gets: ok
"""

from numba import cuda

def make(n):
    first = make(n)
    second = make(n)
    return first + second


r = make(1)


@cuda.jit
def k(a, out):
    i = cuda.grid(1)
    out[i] = a[i]
