"""Strides in a variable, shuffles within the warp, one atomic a warp."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(a, b, out):
    total = 0.0
    for i in range(cuda.grid(1), a.size, cuda.gridsize(1)):
        total += a[i] * b[i]
    step = 16
    while step:
        total += cuda.shfl_down_sync(-1, total, step)
        step >>= 1
    if cuda.laneid == 0:
        cuda.atomic.add(out, 0, total)


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2,), "block": (64,)},
    "seed": 55,
    "args": [("a", "rng.integers(0, 9, 500).astype(np.float64)"), ("b", "rng.integers(0, 9, 500).astype(np.float64)"),
             ("out", "np.zeros(1)")],
    "expected": {"kind": "ok", "values": {"out": "np.array([a @ b])"}},
}
