"""A local array starts with garbage."""
from numba import cuda, int64
import numpy as np


@cuda.jit
def kernel(rows, out):
    r = cuda.grid(1)
    if r < rows.shape[0]:
        h = cuda.local.array(4, int64)
        for k in range(rows.shape[1]):
            h[rows[r, k]] += 1
        out[r] = h[0]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (32,)},
    "seed": 1,
    "args": [("rows", "np.arange(80).reshape(20, 4) % 4"),
             ("out", "np.zeros(20, np.int64)")],
    "expected": {"kind": "uninitialized_read",
                 "want": {"out": "(rows == 0).sum(1)"},
                 "findings": [{"key": "uninitialized_read.local", "line": 12, "at": "h[rows[r, k]] += 1", "severity": "error", "count": 20}]},
}
