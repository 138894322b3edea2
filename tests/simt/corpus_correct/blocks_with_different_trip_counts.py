"""Blocks go round a loop with a barrier for a different number of times."""
from numba import cuda, int64
import numpy as np


@cuda.jit
def kernel(a, out):
    tile = cuda.shared.array(32, int64)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    v = a[i]
    for turn in range(cuda.blockIdx.x):
        tile[t] = v
        cuda.syncthreads()
        v = tile[(t + 1) % 32]
        cuda.syncthreads()
    out[i] = v


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (4,), "block": (32,)},
    "seed": 1,
    "args": [("a", "np.arange(128)"),
             ("out", "np.zeros(128, np.int64)")],
    "outputs": ("out",),
    "expected": {"kind": "ok",
                 "values": {"out": "np.concatenate([np.roll(a[32 * b:32 * b + 32], -b) for b in range(4)])"}},
}
