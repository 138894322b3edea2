"""cas and exch: the first lane wins, the others see its value."""
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
    "expected": {"values": {'seen': 'np.r_[0, np.ones(63)]', 'was': 'np.arange(-1, 63)', 'cell': 'np.array([1, 63])'}},
}
