"""A loop of the module without end, of which nothing is kept.

Gets: ok
"""

from numba import cuda

while True:
    pass


@cuda.jit
def k(a, out):
    i = cuda.grid(1)
    out[i] = a[i]
