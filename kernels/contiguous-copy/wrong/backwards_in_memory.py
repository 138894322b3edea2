# expects: too_slow
from numba import cuda


@cuda.jit
def copy(a, out):
    last = 4 * cuda.grid(1) + 3
    for k in range(4):
        i = last - k
        if i < a.size:
            out[i] = a[i]
