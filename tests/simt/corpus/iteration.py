"""enumerate, zip, tuples, rows and elements of arrays, ranges that count down."""
from numba import cuda, float32, float64, int32
import math
import numpy as np


@cuda.jit
def kernel(line, plane, out):
    i = cuda.grid(1)
    total = 0.0
    for k, v in enumerate((3, 4, 5), 1):
        total += k * v
    for x, y in zip(line, (1.0, 2.0)):
        total += x * y
    for row in plane:
        total += row[i % 3]
    for k in range(i % 5, -1, -2):
        total = total * 2 + k
    out[i] = total


CASE = {
    "kernel": "kernel",
    "launch": {"grid": (2,), "block": (32,)},
    "seed": 1,
    "args": [('line', 'np.arange(3.0) + 1'), ('plane', 'np.arange(12.0).reshape(4, 3)'), ('out', 'np.zeros(64)')],
    "expected": {"values": {'out': "np.array([__import__('functools').reduce(lambda t, k: t * 2 + k, range(i % 5, -1, -2), 26 + 5 + plane[:, i % 3].sum()) for i in range(64)])"}},
}
