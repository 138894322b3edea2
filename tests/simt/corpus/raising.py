"""A thread that raises, or whose assertion fails, ends there and leaves the others alone."""
from numba import cuda, float32, float64, int32
import math
import numpy as np


@cuda.jit
def kernel(a, out):
    i = cuda.grid(1)
    out[i] = 1
    assert a[i] >= 0, "never below zero"
    out[i] = 2
    for k in range(5):
        if k == a[i] - 3:
            raise ValueError("too many")
        out[i] += 1
    if a[i] == 2:
        raise ArithmeticError
    out[i] += 10


CASE = {
    "kernel": "kernel",
    "launch": {"grid": (2,), "block": (32,)},
    "seed": 1,
    "args": [('a', 'rng.integers(-3, 6, 64)'), ('out', 'np.zeros(64)')],
    "expected": {"values": {'out': "np.where(a < 0, 1, np.where(a >= 3, a - 1, np.where(a == 2, 7, 17)))"}},
}
