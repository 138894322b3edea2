"""A warp for each row: lanes stride through it and add up by shuffles."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(start, column, value, x, y):
    i = cuda.grid(1)
    r = i // 32
    lane = i % 32
    if r >= y.size:
        return
    total = 0.0
    k = start[r] + lane
    while k < start[r + 1]:
        total += value[k] * x[column[k]]
        k += 32
    for step in (16, 8, 4, 2, 1):
        total += cuda.shfl_down_sync(0xFFFFFFFF, total, step)
    if lane == 0:
        y[r] = total


def dense(start, column, value, n):
    a = np.zeros((start.size - 1, n))
    for r in range(start.size - 1):
        np.add.at(a[r], column[start[r] : start[r + 1]], value[start[r] : start[r + 1]])
    return a


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2,), "block": (128,)},
    "seed": 35,
    "args": [("start", "np.r_[0, np.cumsum(rng.integers(0, 70, 7))]"), ("column", "rng.integers(0, 20, start[-1])"),
             ("value", "rng.integers(1, 9, start[-1]).astype(np.float64)"),
             ("x", "rng.integers(1, 9, 20).astype(np.float64)"), ("y", "np.zeros(7)")],
    "outputs": ("y",),
    "expected": {"kind": "ok", "values": {"y": "dense(start, column, value, 20) @ x"}},
}
