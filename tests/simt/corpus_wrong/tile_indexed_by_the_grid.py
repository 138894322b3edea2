"""Shared memory indexed by the position in the whole grid."""
from numba import cuda, int64
import numpy as np


@cuda.jit
def kernel(a, out):
    tile = cuda.shared.array(32, int64)
    i = cuda.grid(1)
    if i < a.size:
        tile[i] = a[i]
        v = tile[i]
        out[i] = v


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (3,), "block": (32,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 99, 90)"),
             ("out", "np.zeros(90, np.int64)")],
    "expected": {"kind": "out_of_bounds",
                 "want": {"out": "a"},
                 "findings": [{"key": "out_of_bounds.shared", "line": 11, "at": "tile[i] = a[i]", "severity": "error", "count": 58},
                              {"key": "out_of_bounds.shared", "line": 12, "at": "v = tile[i]", "severity": "error", "count": 58}]},
}
