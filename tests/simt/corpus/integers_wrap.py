"""Arithmetic wraps in 64 bits, stores keep the low bits, and nothing divides by zero."""
from numba import cuda, float32, float64, int32
import math
import numpy as np


@cuda.jit
def kernel(out, small):
    i = cuda.grid(1)
    big = 9223372036854775807
    out[i] = big + i
    small[i] = i * 5 - 100
    out[i] ^= (7 // (i * 0)) + (7 % (i * 0))
    small[i] -= np.uint8(3)


CASE = {
    "kernel": "kernel",
    "launch": {"grid": (2,), "block": (32,)},
    "seed": 1,
    "args": [('out', 'np.zeros(64, np.int64)'), ('small', 'np.zeros(64, np.uint8)')],
    "expected": {"values": {'out': '(np.arange(64, dtype=np.uint64) + np.uint64(2**63 - 1)).astype(np.int64)', 'small': '((np.arange(64) * 5 - 103) % 256)'}},
}
