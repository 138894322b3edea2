"""Neighbours wrap around by a modulo, so no index is negative."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(a, out):
    i = cuda.grid(1)
    n = a.size
    if i < n:
        out[i] = a[(i - 1) % n] - a[(i + 1) % n]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2,), "block": (32,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 99, 50)"),
             ("out", "np.zeros(50, np.int64)")],
    "outputs": ("out",),
    "expected": {"kind": "ok",
                 "values": {"out": "np.roll(a, 1) - np.roll(a, -1)"}},
}
