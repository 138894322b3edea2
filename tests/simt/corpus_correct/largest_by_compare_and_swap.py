"""A loop that tries again until nobody came between."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(a, out):
    i = cuda.grid(1)
    if i < a.size:
        seen = 0
        while seen < a[i]:
            seen = cuda.atomic.cas(out, 0, seen, a[i])


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (3,), "block": (32,)},
    "seed": 1,
    "args": [("a", "rng.integers(1, 999, 90)"),
             ("out", "np.zeros(1, np.int64)")],
    "expected": {"kind": "ok",
                 "values": {"out": "np.array([a.max()])"}},
}
