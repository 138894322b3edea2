"""and, or, not and chains skip what a lane does not need."""
from numba import cuda, float32, float64, int32
import math
import numpy as np


@cuda.jit
def kernel(x, out):
    i = cuda.grid(1)
    j = i - 8
    ok = j >= 0 and x[j] > 0.5 or i == 0
    chain = 0 < i < x.size and 0.0 <= x[i] <= 0.9
    out[i] = 1 * ok + 2 * (not chain) + (4 if i < 10 and x[i] < 0.2 else 0)


CASE = {
    "kernel": "kernel",
    "launch": {"grid": (2,), "block": (32,)},
    "seed": 1,
    "args": [('x', 'rng.random(64)'), ('out', 'np.zeros(64, np.int64)')],
    "expected": {"values": {'out': 'np.array([1 * (x[i - 8] > 0.5 if i >= 8 else i == 0) + 2 * (not (0 < i and x[i] <= 0.9)) + (4 if i < 10 and x[i] < 0.2 else 0) for i in range(64)])'}},
}
