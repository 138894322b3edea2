"""Five values in four slots."""
from numba import cuda, int64
import numpy as np


@cuda.jit
def kernel(a, out):
    i = cuda.grid(1)
    v = cuda.local.array(4, int64)
    for k in range(5):
        v[k] = a[i] + k
    out[i] = v[3]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (32,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 99, 32)"),
             ("out", "np.zeros(32, np.int64)")],
    "expected": {"kind": "out_of_bounds",
                 "want": {"out": "a + 3"},
                 "findings": [{"key": "out_of_bounds.local", "line": 11, "at": "v[k] = a[i] + k", "severity": "error", "count": 32}]},
}
