"""Zero goes through no branch."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(a, out):
    i = cuda.grid(1)
    if i < a.size:
        if a[i] > 0:
            label = 10
        elif a[i] < 0:
            label = 20
        out[i] = label


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (8,)},
    "seed": 1,
    "args": [("a", "np.array([3, -1, 0, 5, 0])"),
             ("out", "np.zeros(5, np.int64)")],
    "expected": {"kind": "uninitialized_read",
                 "want": {"out": "np.array([10, 20, 0, 10, 0])"},
                 "findings": [{"key": "uninitialized_read.variable", "line": 14, "at": "out[i] = label", "severity": "error", "count": 2}]},
}
