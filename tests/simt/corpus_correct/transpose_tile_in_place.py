"""A tile is read into shared memory as a whole before it is written back."""
from numba import cuda, int64
import numpy as np


@cuda.jit
def kernel(m):
    tile = cuda.shared.array((16, 16), int64)
    x, y = cuda.threadIdx.x, cuda.threadIdx.y
    base = cuda.blockIdx.x * 16
    tile[y, x] = m[base + y, x]
    cuda.syncthreads()
    m[base + y, x] = tile[x, y]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2,), "block": (16, 16)},
    "seed": 1,
    "args": [("m", "rng.integers(0, 99, (32, 16))")],
    "expected": {"kind": "ok",
                 "values": {"m": "np.concatenate([m[:16].T, m[16:].T])"}},
}
