"""Device functions: defaults, keywords, tuples, several returns, one inside another."""
from numba import cuda, float32, float64, int32
import math
import numpy as np

@cuda.jit(device=True)
def split(x, base=10):
    return x // base, x % base


@cuda.jit(device=True)
def size(x):
    if x < 3:
        return 1
    elif x < 20:
        return 2.5
    return x


@cuda.jit(device=True)
def both(x):
    high, low = split(x, base=7)
    return high * 100 + low + size(x)


square = cuda.jit(lambda x: x * x, device=True)


@cuda.jit
def kernel(out):
    i = cuda.grid(1)
    high, low = split(i)
    out[i] = both(i) + square(high) + low


CASE = {
    "kernel": "kernel",
    "launch": {"grid": (2,), "block": (32,)},
    "seed": 1,
    "args": [('out', 'np.zeros(64)')],
    "expected": {"values": {'out': 'np.array([i // 7 * 100 + i % 7 + (1 if i < 3 else 2.5 if i < 20 else i) + (i // 10) ** 2 + i % 10 for i in range(64)])'}},
}
