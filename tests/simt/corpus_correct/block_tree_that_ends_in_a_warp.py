"""Barriers while several warps work, then one warp with syncwarp."""
from numba import cuda, int64
import numpy as np


@cuda.jit
def kernel(a, out):
    s = cuda.shared.array(128, int64)
    t = cuda.threadIdx.x
    s[t] = a[t]
    cuda.syncthreads()
    if t < 64:
        s[t] += s[t + 64]
    cuda.syncthreads()
    if t < 32:
        s[t] += s[t + 32]
        cuda.syncwarp()
        step = 16
        while step > 0:
            if t < step:
                s[t] += s[t + step]
            cuda.syncwarp()
            step //= 2
        if t == 0:
            out[0] = s[0]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (128,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 99, 128)"),
             ("out", "np.zeros(1, np.int64)")],
    "outputs": ("out",),
    "expected": {"kind": "ok",
                 "values": {"out": "np.array([a.sum()])"}},
}
