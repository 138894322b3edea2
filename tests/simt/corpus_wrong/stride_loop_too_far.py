"""The range ends one too late."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(a):
    for i in range(cuda.grid(1), a.size + 1, cuda.gridsize(1)):
        a[i] = i


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2,), "block": (32,)},
    "seed": 1,
    "args": [("a", "np.zeros(100, np.int64)")],
    "expected": {"kind": "out_of_bounds",
                 "want": {"a": "np.arange(100)"},
                 "findings": [{"key": "out_of_bounds.write", "line": 9, "at": "a[i] = i", "severity": "error", "count": 1}]},
}
