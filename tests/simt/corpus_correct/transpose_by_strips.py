"""A tile of 32 by 32, eight rows of threads: each thread moves four elements in either direction."""
from numba import cuda, float32
import numpy as np


@cuda.jit
def kernel(a, out):
    tile = cuda.shared.array((32, 33), float32)
    tx, ty = cuda.threadIdx.x, cuda.threadIdx.y
    x = cuda.blockIdx.x * 32 + tx
    y = cuda.blockIdx.y * 32 + ty
    for k in range(0, 32, 8):
        tile[ty + k, tx] = a[y + k, x]
    cuda.syncthreads()
    x = cuda.blockIdx.y * 32 + tx
    y = cuda.blockIdx.x * 32 + ty
    for k in range(0, 32, 8):
        out[y + k, x] = tile[tx, ty + k]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2, 1), "block": (32, 8)},
    "seed": 21,
    "args": [("a", "rng.random((32, 64)).astype(np.float32)"), ("out", "np.zeros((64, 32), np.float32)")],
    "outputs": ("out",),
    "expected": {"kind": "ok", "values": {"out": "a.T"}},
}
