"""Hillis and Steele's scan between two shared rows."""
from numba import cuda, int64
import numpy as np


@cuda.jit
def kernel(a, out):
    s = cuda.shared.array((2, 64), int64)
    t = cuda.threadIdx.x
    s[0, t] = a[t]
    cuda.syncthreads()
    src = 0
    step = 1
    while step < 64:
        if t >= step:
            s[1 - src, t] = s[src, t] + s[src, t - step]
        else:
            s[1 - src, t] = s[src, t]
        cuda.syncthreads()
        src = 1 - src
        step *= 2
    out[t] = s[src, t]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (64,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 99, 64)"),
             ("out", "np.zeros(64, np.int64)")],
    "outputs": ("out",),
    "expected": {"kind": "ok",
                 "values": {"out": "np.cumsum(a)"}},
}
