"""The first addition happens while the tile is filled."""
from numba import cuda, int64
import numpy as np


@cuda.jit
def kernel(a, out):
    s = cuda.shared.array(32, int64)
    t = cuda.threadIdx.x
    i = cuda.blockIdx.x * 64 + t
    s[t] = a[i] + a[i + 32]
    cuda.syncthreads()
    step = 16
    while step >= 1:
        if t < step:
            s[t] = s[t] + s[t + step]
        cuda.syncthreads()
        step //= 2
    if t == 0:
        out[cuda.blockIdx.x] = s[0]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2,), "block": (32,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 99, 128)"),
             ("out", "np.zeros(2, np.int64)")],
    "outputs": ("out",),
    "expected": {"kind": "ok",
                 "values": {"out": "a.reshape(2, 64).sum(1)"}},
}
