"""A variable that starts as int and takes floats is float64 throughout."""
from numba import cuda, float32, float64, int32
import math
import numpy as np


@cuda.jit
def kernel(x, out):
    i = cuda.grid(1)
    total = 0
    for k in range(3):
        total += x[i] * k
    best = i
    if x[i] > 0.5:
        best = x[i]
    out[i] = total + best / 2


CASE = {
    "kernel": "kernel",
    "launch": {"grid": (2,), "block": (32,)},
    "seed": 1,
    "args": [('x', 'rng.random(64).astype(np.float32)'), ('out', 'np.zeros(64)')],
    "expected": {"values": {'out': 'x.astype(np.float64) * 3 + np.where(x > 0.5, x.astype(np.float64), np.arange(64)) / 2'}},
}
