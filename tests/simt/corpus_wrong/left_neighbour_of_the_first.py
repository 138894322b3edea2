"""Index -1 is the last element: a warning, since a ring may want it."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i] = a[i] - a[i - 1]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2,), "block": (32,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 99, 60)"),
             ("out", "np.zeros(60, np.int64)")],
    "expected": {"kind": "negative_index",
                 "want": {"out": "a - np.roll(a, 1)"},
                 "findings": [{"key": "negative_index", "line": 10, "at": "out[i] = a[i] - a[i - 1]", "severity": "warning", "count": 1}]},
}
