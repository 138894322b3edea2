"""The tile has no cells for the halo."""
from numba import cuda, int64
import numpy as np


@cuda.jit
def kernel(a, out):
    s = cuda.shared.array(32, int64)
    t = cuda.threadIdx.x
    s[t] = a[t]
    cuda.syncthreads()
    out[t] = s[t] + s[t + 1]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (32,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 99, 32)"),
             ("out", "np.zeros(32, np.int64)")],
    "expected": {"kind": "out_of_bounds",
                 "want": {"out": "a + np.append(a[1:], 0)"},
                 "findings": [{"key": "out_of_bounds.shared", "line": 12, "at": "out[t] = s[t] + s[t + 1]", "severity": "error", "count": 1}]},
}
