"""Blocks whose size is no multiple of a warp, and a shared tile for each."""
from numba import cuda, float32, float64, int32
import math
import numpy as np


@cuda.jit
def kernel(out):
    tile = cuda.shared.array(10, int32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    tile[t] = i
    cuda.syncthreads()
    if i < out.size:
        out[i] = tile[9 - t] + 1000 * cuda.laneid


CASE = {
    "kernel": "kernel",
    "launch": {"grid": (6,), "block": (10,)},
    "seed": 1,
    "args": [('out', 'np.zeros(57, np.int64)')],
    "expected": {"values": {'out': '(lambda i: i // 10 * 10 + 9 - i % 10 + 1000 * (i % 10))(np.arange(57))'}},
}
