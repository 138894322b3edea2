# expects: too_slow
import numpy as np
from numba import cuda


@cuda.jit
def clip(a, low, high, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = min(max(a[i], low), high)


def main(a, low, high):
    d_a = cuda.to_device(a)
    d_out = cuda.to_device(np.zeros_like(a))
    threads = 256
    clip[(a.size + threads - 1) // threads, threads](d_a, low, high, d_out)
    return d_out.copy_to_host()
