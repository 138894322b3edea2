"""The first and last cell of the tile are never filled."""
from numba import cuda, int64
import numpy as np


@cuda.jit
def kernel(a, out):
    s = cuda.shared.array(34, int64)
    t = cuda.threadIdx.x
    s[t + 1] = a[t]
    cuda.syncthreads()
    out[t] = s[t] + s[t + 1] + s[t + 2]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (32,)},
    "seed": 1,
    "args": [("a", "np.arange(32)"),
             ("out", "np.zeros(32, np.int64)")],
    "expected": {"kind": "uninitialized_read",
                 "want": {"out": "a + np.append(a[1:], 0) + np.append(0, a[:-1])"},
                 "findings": [{"key": "uninitialized_read.shared", "line": 12, "at": "out[t] = s[t] + s[t + 1] + s[t + 2]", "severity": "error", "count": 2}]},
}
