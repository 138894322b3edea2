"""Names in full-width letters, which Python reads as the plain ones.

Gets: ok
"""

from numba import cuda


@cuda.jit
def k(a, out):
    ｉ = cuda.grid(1)
    ｏｕｔ[i] = a[i]
