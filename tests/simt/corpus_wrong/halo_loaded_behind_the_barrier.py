"""The halo is filled after the barrier, and read at once."""
from numba import cuda, int64
import numpy as np


@cuda.jit
def kernel(a, out):
    s = cuda.shared.array(33, int64)
    t = cuda.threadIdx.x
    s[t] = a[t]
    cuda.syncthreads()
    if t == 0:
        s[32] = a[32]
    out[t] = s[t] + s[t + 1]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (32,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 99, 33)"),
             ("out", "np.zeros(32, np.int64)")],
    "expected": {"kind": "data_race",
                 "want": {"out": "a[:-1] + a[1:]"},
                 "findings": [{"key": "data_race.write_read", "line": 14, "at": "out[t] = s[t] + s[t + 1]", "severity": "error", "count": 1, "other": 13}]},
}
