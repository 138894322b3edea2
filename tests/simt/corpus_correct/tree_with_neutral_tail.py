"""The last block's missing values are zeros, written by their own threads."""
from numba import cuda, int64
import numpy as np


@cuda.jit
def kernel(a, out):
    s = cuda.shared.array(64, int64)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    s[t] = a[i] if i < a.size else 0
    cuda.syncthreads()
    step = 32
    while step > 0:
        if t < step:
            s[t] += s[t + step]
        cuda.syncthreads()
        step >>= 1
    if t == 0:
        out[cuda.blockIdx.x] = s[0]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (3,), "block": (64,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 99, 150)"),
             ("out", "np.zeros(3, np.int64)")],
    "outputs": ("out",),
    "expected": {"kind": "ok",
                 "values": {"out": "np.add.reduceat(a, [0, 64, 128])"}},
}
