"""The barriers that count, and, or."""
from numba import cuda, float32, float64, int32
import math
import numpy as np


@cuda.jit
def kernel(out):
    t = cuda.threadIdx.x
    out[cuda.grid(1)] = cuda.syncthreads_count(int(t > 2)) + 100 * cuda.syncthreads_or(t // 31) + 1000 * cuda.syncthreads_and(31 - t)


CASE = {
    "kernel": "kernel",
    "launch": {"grid": (2,), "block": (32,)},
    "seed": 1,
    "args": [('out', 'np.zeros(64, np.int64)')],
    "expected": {"values": {'out': 'np.full(64, 129)'}},
}
