"""A global total without an atomic."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[0] += a[i]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (4,), "block": (64,)},
    "seed": 1,
    "args": [("a", "np.ones(256, np.int64)"),
             ("out", "np.zeros(1, np.int64)")],
    "expected": {"kind": "data_race",
                 "want": {"out": "np.array([256])"},
                 "findings": [{"key": "data_race.update", "line": 10, "at": "out[0] += a[i]", "severity": "error", "count": 256}]},
}
