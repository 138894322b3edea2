"""A syncwarp does not order two warps."""
from numba import cuda, int64
import numpy as np


@cuda.jit
def kernel(a, out):
    s = cuda.shared.array(64, int64)
    t = cuda.threadIdx.x
    s[t] = a[t]
    cuda.syncwarp()
    out[t] = s[63 - t]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (64,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 99, 64)"),
             ("out", "np.zeros(64, np.int64)")],
    "expected": {"kind": "data_race",
                 "want": {"out": "a[::-1]"},
                 "findings": [{"key": "data_race.write_read", "line": 12, "at": "out[t] = s[63 - t]", "severity": "error", "other": 10}]},
}
