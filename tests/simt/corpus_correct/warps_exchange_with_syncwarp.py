"""Neighbours of a warp exchange values; each warp keeps to its own cells."""
from numba import cuda, int64
import numpy as np


@cuda.jit
def kernel(a, out):
    s = cuda.shared.array(64, int64)
    t = cuda.threadIdx.x
    s[t] = a[t]
    cuda.syncwarp()
    v = s[t ^ 1]
    cuda.syncwarp()
    s[t] = v * 2
    cuda.syncwarp()
    out[t] = s[t ^ 2]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (64,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 99, 64)"),
             ("out", "np.zeros(64, np.int64)")],
    "outputs": ("out",),
    "expected": {"kind": "ok",
                 "values": {"out": "2 * a[np.arange(64) ^ 2 ^ 1]"}},
}
