"""A shuffle lets lanes exchange values; it does not order what they do in memory."""
from numba import cuda, int32
import numpy as np


@cuda.jit
def kernel(a, out):
    s = cuda.shared.array(32, int32)
    t = cuda.threadIdx.x
    s[t] = a[t]
    v = cuda.shfl_sync(0xFFFFFFFF, a[t], 0)
    out[t] = s[31 - t] + v


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (32,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 9, 32).astype(np.int32)"),
             ("out", "np.zeros(32, np.int32)")],
    "expected": {"kind": "data_race",
                 "findings": [{"key": "data_race.write_read", "line": 12, "at": "out[t] = s[31 - t] + v", "severity": "error", "other": 10}]},
}
