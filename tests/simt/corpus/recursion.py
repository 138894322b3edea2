"""A device function that calls itself, each lane as deep as it needs."""
from numba import cuda, float32, float64, int32
import math
import numpy as np

@cuda.jit(device=True)
def fibonacci(n):
    if n < 2:
        return n
    return fibonacci(n - 1) + fibonacci(n - 2)


@cuda.jit
def kernel(out):
    i = cuda.grid(1)
    out[i] = fibonacci(i % 9)


CASE = {
    "kernel": "kernel",
    "launch": {"grid": (2,), "block": (32,)},
    "seed": 1,
    "args": [('out', 'np.zeros(64, np.int64)')],
    "expected": {"values": {'out': 'np.array([0, 1, 1, 2, 3, 5, 8, 13, 21])[np.arange(64) % 9]'}},
}
