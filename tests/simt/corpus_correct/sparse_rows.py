"""Rows of different lengths, one thread a row."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(start, column, value, x, y):
    r = cuda.grid(1)
    if r < y.size:
        total = 0.0
        for k in range(start[r], start[r + 1]):
            total += value[k] * x[column[k]]
        y[r] = total


def dense(start, column, value, n):
    a = np.zeros((start.size - 1, n))
    for r in range(start.size - 1):
        np.add.at(a[r], column[start[r] : start[r + 1]], value[start[r] : start[r + 1]])
    return a


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2,), "block": (32,)},
    "seed": 34,
    "args": [("start", "np.r_[0, np.cumsum(rng.integers(0, 7, 50))]"), ("column", "rng.integers(0, 20, start[-1])"),
             ("value", "rng.integers(1, 9, start[-1]).astype(np.float64)"),
             ("x", "rng.integers(1, 9, 20).astype(np.float64)"), ("y", "np.zeros(50)")],
    "outputs": ("y",),
    "expected": {"kind": "ok", "values": {"y": "dense(start, column, value, 20) @ x"}},
}
