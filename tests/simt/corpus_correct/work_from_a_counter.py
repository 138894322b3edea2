"""Blocks that live on: thread 0 fetches the next row, the block works on it, until no row is left."""
from numba import cuda, int64
import numpy as np


@cuda.jit
def kernel(a, counter, out):
    row = cuda.shared.array(1, int64)
    s = cuda.shared.array(32, int64)
    t = cuda.threadIdx.x
    while True:
        if t == 0:
            row[0] = cuda.atomic.add(counter, 0, 1)
        cuda.syncthreads()
        r = row[0]
        if r >= a.shape[0]:
            break
        s[t] = a[r, t]
        cuda.syncthreads()
        if t == 0:
            total = 0
            for k in range(32):
                total += s[k]
            out[r] = total
        cuda.syncthreads()


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (3,), "block": (32,)},
    "seed": 14,
    "args": [("a", "rng.integers(0, 99, (10, 32))"), ("counter", "np.zeros(1, np.int64)"),
             ("out", "np.zeros(10, np.int64)")],
    "outputs": ("out",),
    "expected": {"kind": "ok", "values": {"out": "a.sum(1)", "counter": "np.array([13])"}},
}
