"""A ballot is no barrier either."""
from numba import cuda, int32
import numpy as np


@cuda.jit
def kernel(a, out):
    s = cuda.shared.array(32, int32)
    t = cuda.threadIdx.x
    s[t] = a[t]
    if cuda.any_sync(0xFFFFFFFF, a[t] > 0):
        out[t] = s[t ^ 1]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (32,)},
    "seed": 1,
    "args": [("a", "rng.integers(1, 9, 32).astype(np.int32)"),
             ("out", "np.zeros(32, np.int32)")],
    "expected": {"kind": "data_race",
                 "findings": [{"key": "data_race.write_read", "line": 12, "at": "out[t] = s[t ^ 1]", "severity": "error", "other": 10}]},
}
