# expects: too_slow
from numba import cuda


@cuda.jit
def copy(a, out):
    i = 4 * cuda.grid(1)
    if i < a.size:
        out[i] = a[i]
    if i + 1 < a.size:
        out[i + 1] = a[i + 1]
    if i + 2 < a.size:
        out[i + 2] = a[i + 2]
    if i + 3 < a.size:
        out[i + 3] = a[i + 3]
