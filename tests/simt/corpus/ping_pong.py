"""Two names for two arrays, exchanged by all lanes together."""
from numba import cuda, float32, float64, int32
import math
import numpy as np


@cuda.jit
def kernel(a, b):
    i = cuda.grid(1)
    source, target = a, b
    for _ in range(3):
        left = source[i - 1] if i > 0 else 0.0
        cuda.syncthreads()
        target[i] = source[i] + left
        cuda.syncthreads()
        source, target = target, source


CASE = {
    "kernel": "kernel",
    "launch": {"grid": (1,), "block": (32,)},
    "seed": 1,
    "args": [('a', 'np.ones(32)'), ('b', 'np.zeros(32)')],
    "expected": {"values": {'b': 'np.r_[1, 4, 7, np.full(29, 8.0)]'}},
}
