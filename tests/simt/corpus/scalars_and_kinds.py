"""Scalars of every kind as arguments, and conversions between them."""
from numba import cuda, float32, float64, int32
import math
import numpy as np


@cuda.jit
def kernel(n, f, flag, size, small, out):
    i = cuda.grid(1)
    w, h = size
    out[i] = n + f * 2 + flag + w * 10 + h + small + int(f) + bool(n) + float(n) + np.int8(n * 50)


CASE = {
    "kernel": "kernel",
    "launch": {"grid": (2,), "block": (32,)},
    "seed": 1,
    "args": [('n', '7'), ('f', 'np.float32(1.5)'), ('flag', 'True'), ('size', '(3, 0.25)'), ('small', 'np.uint8(200)'), ('out', 'np.zeros(64)')],
    "expected": {"values": {'out': 'np.full(64, 7 + 3 + 1 + 30 + 0.25 + 200 + 1 + 1 + 7 + (350 - 256))'}},
}
