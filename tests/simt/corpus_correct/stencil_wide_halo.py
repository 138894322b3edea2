"""A halo of three on each side, loaded in two steps by all threads."""
from numba import cuda, int64
import numpy as np


R = 3
WIDTH = 38


@cuda.jit
def kernel(a, out):
    s = cuda.shared.array(WIDTH, int64)
    t = cuda.threadIdx.x
    base = cuda.blockIdx.x * 32 - R
    k = t
    while k < WIDTH:
        j = base + k
        s[k] = a[j] if 0 <= j < a.size else 0
        k += 32
    cuda.syncthreads()
    i = cuda.grid(1)
    if i < a.size:
        acc = 0
        for d in range(2 * R + 1):
            acc += s[t + d]
        out[i] = acc


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (4,), "block": (32,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 99, 120)"),
             ("out", "np.zeros(120, np.int64)")],
    "outputs": ("out",),
    "expected": {"kind": "ok",
                 "values": {"out": "np.convolve(a, np.ones(7, np.int64), \"same\")"}},
}
