"""The tree begins with 64 values, but a syncwarp orders 32 threads."""
from numba import cuda, int32
import numpy as np


@cuda.jit
def kernel(a, out):
    s = cuda.shared.array(64, int32)
    t = cuda.threadIdx.x
    s[t] = a[t]
    cuda.syncwarp()
    step = 32
    while step > 0:
        if t < step:
            s[t] += s[t + step]
        cuda.syncwarp()
        step //= 2
    if t == 0:
        out[0] = s[0]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (64,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 9, 64).astype(np.int32)"),
             ("out", "np.zeros(1, np.int32)")],
    "expected": {"kind": "data_race",
                 "findings": [{"key": "data_race.write_read", "line": 15, "at": "s[t] += s[t + step]", "severity": "error", "other": 10, "count": 32}]},
}
