"""cas and exch: one lane wins, the others see a value; the last to exchange leaves its own."""
from numba import cuda, float32, float64, int32
import math
import numpy as np


@cuda.jit
def kernel(seen, was, cell):
    i = cuda.grid(1)
    seen[i] = cuda.atomic.cas(cell, 0, 0, i + 1)
    was[i] = cuda.atomic.exch(cell, 1, i)


CASE = {
    "kernel": "kernel",
    "launch": {"grid": (2,), "block": (32,)},
    "seed": 1,
    "args": [('seen', 'np.zeros(64, np.int32)'), ('was', 'np.zeros(64, np.int32)'), ('cell', 'np.array([0, -1], np.int32)')],
    "expected": {"values": {'(seen == 0).sum()': '1', '(seen[seen != 0] == cell[0]).all()': 'True', 'np.sort(np.r_[was, cell[1]])': 'np.arange(-1, 64)'}},
}
