"""Lanes of a warp do not run in step."""
from numba import cuda, int64
import numpy as np


@cuda.jit
def kernel(a, out):
    s = cuda.shared.array(32, int64)
    t = cuda.threadIdx.x
    s[t] = a[t]
    cuda.syncwarp()
    step = 16
    while step > 0:
        if t < step:
            s[t] += s[t + step]
        step //= 2
    if t == 0:
        out[0] = s[0]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (32,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 99, 32)"),
             ("out", "np.zeros(1, np.int64)")],
    "expected": {"kind": "data_race",
                 "want": {"out": "a.sum(keepdims=True)"},
                 "findings": [{"key": "data_race.write_read", "line": 15, "at": "s[t] += s[t + step]", "severity": "error"}]},
}
