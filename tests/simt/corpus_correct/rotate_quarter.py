"""A 2-D tile turned by a quarter."""
from numba import cuda, int64
import numpy as np


@cuda.jit
def kernel(a, out):
    tile = cuda.shared.array((8, 8), int64)
    x, y = cuda.threadIdx.x, cuda.threadIdx.y
    tile[y, x] = a[y, x]
    cuda.syncthreads()
    out[y, x] = tile[7 - x, y]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (8, 8)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 99, (8, 8))"),
             ("out", "np.zeros((8, 8), np.int64)")],
    "outputs": ("out",),
    "expected": {"kind": "ok",
                 "values": {"out": "np.rot90(a, -1)"}},
}
