"""The third axis is forgotten in the guard."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(a, out):
    x, y, z = cuda.grid(3)
    if x < a.shape[2] and y < a.shape[1]:
        out[z, y, x] = a[z, y, x]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1, 1, 2), "block": (4, 4, 4)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 99, (5, 4, 4))"),
             ("out", "np.zeros((5, 4, 4), np.int64)")],
    "expected": {"kind": "out_of_bounds",
                 "want": {"out": "a"},
                 "findings": [{"key": "out_of_bounds.both", "line": 10, "at": "out[z, y, x] = a[z, y, x]", "severity": "error", "count": 48}]},
}
