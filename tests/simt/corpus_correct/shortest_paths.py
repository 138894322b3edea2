"""Floyd and Warshall in shared memory. In round k, row and column k do not change, so equal values are written there by
nobody: those cells are left out."""
from numba import cuda, int32
import numpy as np


@cuda.jit
def kernel(a, out):
    d = cuda.shared.array((12, 12), int32)
    x, y = cuda.threadIdx.x, cuda.threadIdx.y
    d[y, x] = a[y, x]
    cuda.syncthreads()
    for k in range(12):
        if x != k and y != k:
            d[y, x] = min(d[y, x], d[y, k] + d[k, x])
        cuda.syncthreads()
    out[y, x] = d[y, x]


def reference(a):
    d = a.copy()
    for k in range(12):
        d = np.minimum(d, d[:, k : k + 1] + d[k : k + 1, :])
    return d


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (12, 12)},
    "seed": 60,
    "args": [("a", "np.where(np.eye(12, dtype=bool), 0, rng.integers(1, 50, (12, 12))).astype(np.int32)"),
             ("out", "np.zeros((12, 12), np.int32)")],
    "outputs": ("out",),
    "expected": {"kind": "ok", "values": {"out": "reference(a)"}},
}
