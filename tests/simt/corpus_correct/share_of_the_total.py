"""Atomics from all blocks, a grid barrier, and then everyone may read the total."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(a, total, out):
    grid = cuda.cg.this_grid()
    i = cuda.grid(1)
    cuda.atomic.add(total, 0, a[i])
    grid.sync()
    out[i] = a[i] / total[0]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (4,), "block": (32,)},
    "seed": 32,
    "args": [("a", "rng.integers(1, 99, 128).astype(np.float64)"), ("total", "np.zeros(1)"), ("out", "np.zeros(128)")],
    "outputs": ("out",),
    "expected": {"kind": "ok", "values": {"out": "a / a.sum()"}},
}
