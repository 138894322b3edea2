"""Half of the columns are never filled, and all are read."""
from numba import cuda, int32
import numpy as np


@cuda.jit
def kernel(a, out):
    tile = cuda.shared.array((8, 8), int32)
    x, y = cuda.threadIdx.x, cuda.threadIdx.y
    tile[y, x] = a[y, x]
    cuda.syncthreads()
    total = 0
    for k in range(8):
        total += tile[y, k]
    out[y, x] = total


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (4, 8)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 9, (8, 4)).astype(np.int32)"),
             ("out", "np.zeros((8, 4), np.int32)")],
    "expected": {"kind": "uninitialized_read",
                 "findings": [{"key": "uninitialized_read.shared", "line": 14, "at": "total += tile[y, k]", "severity": "error", "count": 32}]},
}
