"""Stores of a number into slices and rows."""
from numba import cuda, int32
import numpy as np


@cuda.jit
def kernel(rows, out):
    i = cuda.grid(1)
    counts = cuda.local.array(5, int32)
    counts[:] = 7
    counts[1:3] = i
    if i < rows.shape[0]:
        out[i, ::2] = 1.5
        out[i][1::2] = rows[i, 1]
        out[i, 0] = counts[0] * 100 + counts[2]


CASE = {
    "kernel": "kernel",
    "launch": {"grid": (2,), "block": (8,)},
    "seed": 1,
    "args": [("rows", "rng.random((12, 6))"), ("out", "np.zeros((12, 6))")],
    "expected": {"values": {"out": "np.where(np.arange(6) == 0, 700.0 + np.arange(12)[:, None], np.where(np.arange(6) % 2, rows[:, 1:2], 1.5))"}},
}
