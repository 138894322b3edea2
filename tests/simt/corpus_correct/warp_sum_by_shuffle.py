"""Each warp adds up by shuffles alone; no memory is shared, so nothing has to be ordered."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(a, out):
    i = cuda.grid(1)
    v = a[i]
    for step in (16, 8, 4, 2, 1):
        v += cuda.shfl_down_sync(0xFFFFFFFF, v, step)
    if cuda.laneid == 0:
        out[i // 32] = v


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2,), "block": (96,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 99, 192)"), ("out", "np.zeros(6, np.int64)")],
    "outputs": ("out",),
    "expected": {"kind": "ok", "values": {"out": "a.reshape(6, 32).sum(1)"}},
}
