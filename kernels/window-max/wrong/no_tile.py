# expects: too_slow
from numba import cuda

REACH = 3


@cuda.jit
def window_max(a, out):
    i = cuda.grid(1)
    if i < a.size:
        highest = a[i]
        for j in range(max(i - REACH, 0), min(i + REACH + 1, a.size)):
            highest = max(highest, a[j])
        out[i] = highest
