"""The last thread has no right neighbour."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i] = a[i + 1] - a[i]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2,), "block": (32,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 99, 60)"),
             ("out", "np.zeros(60, np.int64)")],
    "expected": {"kind": "out_of_bounds",
                 "want": {"out": "np.append(np.diff(a), -a[-1])"},
                 "findings": [{"key": "out_of_bounds.read", "line": 10, "at": "out[i] = a[i + 1] - a[i]", "severity": "error", "count": 1}]},
}
