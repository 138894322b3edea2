# expects: stale_host_copy
import numpy as np
from numba import cuda


@cuda.jit
def clip(a, low, high, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = min(max(a[i], low), high)


def main(a, low, high):
    out = np.zeros_like(a)
    d_a = cuda.to_device(a)
    d_out = cuda.to_device(out)
    threads = 256
    clip[(a.size + threads - 1) // threads, threads](d_a, low, high, d_out)
    return out
