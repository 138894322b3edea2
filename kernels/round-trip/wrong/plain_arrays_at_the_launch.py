# expects: too_slow
import numpy as np
from numba import cuda


@cuda.jit
def clip(a, low, high, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = min(max(a[i], low), high)


def main(a, low, high):
    out = np.empty_like(a)
    threads = 256
    clip[(a.size + threads - 1) // threads, threads](a, low, high, out)
    return out
