"""Says that it is written in an encoding that there is not.

Gets: ok
"""

from numba import cuda

# -*- coding: nonsense -*-


@cuda.jit
def k(a, out):
    i = cuda.grid(1)
    out[i] = a[i]
