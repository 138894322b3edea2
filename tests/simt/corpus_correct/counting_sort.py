"""Counts by shared atomics, one thread's scan, and places by atomics; equal keys may come in any order."""
from numba import cuda, int32
import numpy as np


@cuda.jit
def kernel(a, out):
    start = cuda.shared.array(8, int32)
    t = cuda.threadIdx.x
    if t < 8:
        start[t] = 0
    cuda.syncthreads()
    cuda.atomic.add(start, a[t], 1)
    cuda.syncthreads()
    if t == 0:
        total = 0
        for k in range(8):
            count = start[k]
            start[k] = total
            total += count
    cuda.syncthreads()
    out[cuda.atomic.add(start, a[t], 1)] = a[t]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (96,)},
    "seed": 20,
    "args": [("a", "rng.integers(0, 8, 96).astype(np.int32)"), ("out", "np.zeros(96, np.int32)")],
    "outputs": ("out",),
    "expected": {"kind": "ok", "values": {"out": "np.sort(a)"}},
}
