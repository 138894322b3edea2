"""Two groups of sixteen lanes in each warp; each waits for its own lanes alone, by its own mask."""
from numba import cuda, int64
import numpy as np


@cuda.jit
def kernel(a, out):
    s = cuda.shared.array(64, int64)
    t = cuda.threadIdx.x
    mask = 0xFFFF if t % 32 < 16 else 0xFFFF0000
    s[t] = a[t]
    cuda.syncwarp(mask)
    step = 8
    while step > 0:
        left = s[t ^ step]
        cuda.syncwarp(mask)
        s[t] += left
        cuda.syncwarp(mask)
        step //= 2
    out[t] = s[t]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (64,)},
    "seed": 68,
    "args": [("a", "rng.integers(0, 99, 64)"), ("out", "np.zeros(64, np.int64)")],
    "outputs": ("out",),
    "expected": {"kind": "ok", "values": {"out": "np.repeat(a.reshape(4, 16).sum(1), 16)"}},
}
