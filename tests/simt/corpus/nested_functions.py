"""Functions and lambdas within a kernel, with variables of the kernel as they are at each call."""
from numba import cuda, float32, float64, int32
import math
import numpy as np


SCALE = 3


@cuda.jit
def kernel(a, out):
    i = cuda.grid(1)
    weight = a[i]

    def weighted(x, more=2):
        """x by the weight, and more."""
        def twice(y):
            return y * 2

        return twice(x) * weight + more

    def capped(x):
        for k in range(4):
            if k > x:
                return k
        return -0.5

    def put(row, value):
        out[row, i] = value

    step = lambda x: x + weight * SCALE
    put(0, weighted(i))
    put(1, capped(i))
    total = 0.0
    for k in range(3):
        total += step(k)
        weight += 1
    put(2, total)
    if i % 2:
        weight = 7.0
    put(3, weighted(0.5, 1) + (lambda x: x * x)(i))
    pair = (lambda x: x - 1, capped)
    put(4, pair[0](i) + pair[1](a[i]))


CASE = {
    "kernel": "kernel",
    "launch": {"grid": (2,), "block": (32,)},
    "seed": 1,
    "args": [('a', 'rng.integers(-3, 6, 64) / 2'), ('out', 'np.zeros((5, 64))')],
    "expected": {"values": {
        'out': "np.stack([2 * np.arange(64) * a + 2, np.r_[1, 2, 3, np.full(61, -0.5)], 3 + 3 * SCALE * (a + 1), "
               "np.where(np.arange(64) % 2, 7, a + 3) + 1 + np.arange(64) ** 2, "
               "np.arange(64) - 1 + np.where(a < 0, 0, np.where(a < 3, np.floor(a) + 1, -0.5))])",
    }},
}
