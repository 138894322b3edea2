"""`>` where `>=` is meant: one thread slips through."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(a):
    i = cuda.grid(1)
    if i > a.size:
        return
    a[i] = 0


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (4,), "block": (32,)},
    "seed": 1,
    "args": [("a", "np.ones(96, np.int64)")],
    "expected": {"kind": "out_of_bounds",
                 "want": {"a": "np.zeros(96)"},
                 "findings": [{"key": "out_of_bounds.write", "line": 11, "at": "a[i] = 0", "severity": "error", "count": 1, "block": (3, 0, 0), "thread": (0, 0, 0)}]},
}
