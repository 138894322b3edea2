"""Lanes leave the kernel in different rounds."""
from numba import cuda, float32, float64, int32
import math
import numpy as np


@cuda.jit
def kernel(out):
    i = cuda.grid(1)
    for k in range(40):
        if k == i:
            return
        out[i] += 1
    out[i] = -out[i]


CASE = {
    "kernel": "kernel",
    "launch": {"grid": (2,), "block": (32,)},
    "seed": 1,
    "args": [('out', 'np.zeros(64, np.int64)')],
    "expected": {"values": {'out': 'np.where(np.arange(64) < 40, np.arange(64), -40)'}},
}
