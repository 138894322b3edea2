"""A block size that is no power of two: the partner is guarded."""
from numba import cuda, int64
import numpy as np


@cuda.jit
def kernel(a, out):
    s = cuda.shared.array(48, int64)
    t = cuda.threadIdx.x
    s[t] = a[cuda.grid(1)]
    cuda.syncthreads()
    n = 48
    while n > 1:
        half = (n + 1) // 2
        if t + half < n:
            s[t] += s[t + half]
        cuda.syncthreads()
        n = half
    if t == 0:
        out[cuda.blockIdx.x] = s[0]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (3,), "block": (48,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 99, 144)"),
             ("out", "np.zeros(3, np.int64)")],
    "outputs": ("out",),
    "expected": {"kind": "ok",
                 "values": {"out": "a.reshape(3, 48).sum(1)"}},
}
