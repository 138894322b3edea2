"""Every lane has its own local array, in one and two dimensions."""
from numba import cuda, float32, float64, int32
import math
import numpy as np


@cuda.jit
def kernel(out):
    i = cuda.grid(1)
    mine = cuda.local.array((2, 3), dtype=float32)
    for r in range(2):
        for c in range(3):
            mine[r, c] = r * c + i
    stack = cuda.local.array(8, int32)
    top = 0
    n = i
    while n > 0:
        stack[top] = n % 2
        top += 1
        n //= 2
    bits = 0
    while top > 0:
        top -= 1
        bits = bits * 2 + stack[top]
    out[i] = mine[1, 2] + bits * 100


CASE = {
    "kernel": "kernel",
    "launch": {"grid": (2,), "block": (32,)},
    "seed": 1,
    "args": [('out', 'np.zeros(64, np.int64)')],
    "expected": {"values": {'out': 'np.arange(64) + 2 + np.arange(64) * 100'}},
}
