"""The first barrier of the loop is missing."""
from numba import cuda, int64
import numpy as np


@cuda.jit
def kernel(a, out):
    s = cuda.shared.array(32, int64)
    t = cuda.threadIdx.x
    acc = 0
    for base in range(0, a.size, 32):
        s[t] = a[base + t]
        for k in range(32):
            acc += s[k]
        cuda.syncthreads()
    out[t] = acc


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (32,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 99, 96)"),
             ("out", "np.zeros(32, np.int64)")],
    "expected": {"kind": "data_race",
                 "want": {"out": "np.full(32, a.sum())"},
                 "findings": [{"key": "data_race.write_read", "line": 14, "at": "acc += s[k]", "severity": "error", "other": 12}]},
}
