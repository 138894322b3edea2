"""Shared memory of single bytes; neighbouring threads write neighbouring bytes."""
from numba import cuda, uint8
import numpy as np


@cuda.jit
def kernel(a, out):
    tile = cuda.shared.array((8, 8), uint8)
    x, y = cuda.threadIdx.x, cuda.threadIdx.y
    tile[y, x] = a[y, x]
    cuda.syncthreads()
    out[y, x] = tile[7 - y, 7 - x]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (8, 8)},
    "seed": 73,
    "args": [("a", "rng.integers(0, 256, (8, 8)).astype(np.uint8)"), ("out", "np.zeros((8, 8), np.uint8)")],
    "outputs": ("out",),
    "expected": {"kind": "ok", "values": {"out": "a[::-1, ::-1]"}},
}
