"""Coalesced on both sides; the guards differ, and cells outside stay unread."""
from numba import cuda, int64
import numpy as np


T = 16
PAD = 17


@cuda.jit
def kernel(src, dst):
    tile = cuda.shared.array((T, PAD), int64)
    x, y = cuda.threadIdx.x, cuda.threadIdx.y
    c = cuda.blockIdx.x * T + x
    r = cuda.blockIdx.y * T + y
    if r < src.shape[0] and c < src.shape[1]:
        tile[y, x] = src[r, c]
    cuda.syncthreads()
    c = cuda.blockIdx.y * T + x
    r = cuda.blockIdx.x * T + y
    if r < dst.shape[0] and c < dst.shape[1]:
        dst[r, c] = tile[x, y]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (3, 2), "block": (16, 16)},
    "seed": 1,
    "args": [("src", "rng.integers(0, 99, (20, 37))"),
             ("dst", "np.zeros((37, 20), np.int64)")],
    "outputs": ("dst",),
    "expected": {"kind": "ok",
                 "values": {"dst": "src.T"}},
}
