"""The tile has two cells more than the block has threads; the first and last thread fill them."""
from numba import cuda, int64
import numpy as np


@cuda.jit
def kernel(a, out):
    s = cuda.shared.array(34, int64)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    s[t + 1] = a[i] if i < a.size else 0
    if t == 0:
        s[0] = a[i - 1] if i > 0 else 0
    if t == 31:
        s[33] = a[i + 1] if i + 1 < a.size else 0
    cuda.syncthreads()
    if i < a.size:
        out[i] = s[t] + s[t + 1] + s[t + 2]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (4,), "block": (32,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 99, 100)"),
             ("out", "np.zeros(100, np.int64)")],
    "outputs": ("out",),
    "expected": {"kind": "ok",
                 "values": {"out": "np.convolve(a, [1, 1, 1], \"same\")"}},
}
