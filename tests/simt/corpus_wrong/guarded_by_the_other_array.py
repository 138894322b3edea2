"""The guard asks the longer of two arrays."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(a, b, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i] = a[i] * b[i]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2,), "block": (64,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 99, 100)"),
             ("b", "rng.integers(0, 99, 90)"),
             ("out", "np.zeros(100, np.int64)")],
    "expected": {"kind": "out_of_bounds",
                 "want": {"out": "np.append(a[:90] * b, np.zeros(10, np.int64))"},
                 "findings": [{"key": "out_of_bounds.read", "line": 10, "at": "out[i] = a[i] * b[i]", "severity": "error", "count": 10}]},
}
