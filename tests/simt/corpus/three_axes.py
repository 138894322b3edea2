"""Blocks and threads in three dimensions, and what cuda.grid and gridsize say."""
from numba import cuda, float32, float64, int32
import math
import numpy as np


@cuda.jit
def kernel(out):
    x, y, z = cuda.grid(3)
    nx, ny, nz = cuda.gridsize(3)
    if z < out.shape[0] and y < out.shape[1] and x < out.shape[2]:
        out[z, y, x] = (z * ny + y) * nx + x + 1000 * cuda.threadIdx.z + 10000 * cuda.blockIdx.y


CASE = {
    "kernel": "kernel",
    "launch": {"grid": (2, 3, 2), "block": (3, 2, 2)},
    "seed": 1,
    "args": [('out', 'np.zeros((4, 6, 5), np.int64)')],
    "expected": {"values": {'out': '(lambda z, y, x: (z * 6 + y) * 6 + x + 1000 * (z % 2) + 10000 * (y // 2))(*np.indices((4, 6, 5)))'}},
}
