# expects: too_slow
from numba import cuda

TILE = 32


@cuda.jit
def transpose(a, out):
    x, y = cuda.grid(2)
    if y < a.shape[0] and x < a.shape[1]:
        out[x, y] = a[y, x]
