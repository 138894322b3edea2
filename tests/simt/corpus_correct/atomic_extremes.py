"""Smallest and largest element by atomics."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(a, lo, hi):
    i = cuda.grid(1)
    if i < a.size:
        cuda.atomic.min(lo, 0, a[i])
        cuda.atomic.max(hi, 0, a[i])


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2,), "block": (64,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 999, 100)"),
             ("lo", "np.array([9999])"),
             ("hi", "np.array([-1])")],
    "expected": {"kind": "ok",
                 "values": {"lo": "np.array([a.min()])", "hi": "np.array([a.max()])"}},
}
