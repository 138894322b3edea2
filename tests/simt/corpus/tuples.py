"""Tuples: unpacking, swapping, dynamic subscripts, slices, membership, joining."""
from numba import cuda, float32, float64, int32
import math
import numpy as np

WEIGHTS = (5, 6, 7)

@cuda.jit
def kernel(out):
    i = cuda.grid(1)
    a, b = i, i + 1
    a, b = b, a
    three = (a, b) + (i,)
    out[i] = a * 1000 + WEIGHTS[i % 3] * 10 + three[-1] + len(three[1:])
    if i % 8 in (1, 3, 5):
        out[i] = -out[i]


CASE = {
    "kernel": "kernel",
    "launch": {"grid": (2,), "block": (32,)},
    "seed": 1,
    "args": [('out', 'np.zeros(64, np.int64)')],
    "expected": {"values": {'out': '(lambda i: ((i + 1) * 1000 + np.array([5, 6, 7])[i % 3] * 10 + i + 2) * np.where(np.isin(i % 8, (1, 3, 5)), -1, 1))(np.arange(64))'}},
}
