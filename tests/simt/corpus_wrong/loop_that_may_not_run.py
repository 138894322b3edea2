"""With nothing to loop over, the variable is never set."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(a, out):
    i = cuda.grid(1)
    for k in range(i):
        last = a[k]
    out[i] = last


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (32,)},
    "seed": 1,
    "args": [("a", "np.arange(32)"),
             ("out", "np.zeros(32, np.int64)")],
    "expected": {"kind": "uninitialized_read",
                 "want": {"out": "np.append(0, a[:-1])"},
                 "findings": [{"key": "uninitialized_read.variable", "line": 11, "at": "out[i] = last", "severity": "error", "count": 1}]},
}
