"""The mask names eight lanes, and sixteen exchange."""
from numba import cuda, int32
import numpy as np


@cuda.jit
def kernel(a, out):
    s = cuda.shared.array(32, int32)
    t = cuda.threadIdx.x
    s[t] = a[t]
    cuda.syncwarp(0xFF if t < 8 else 0xFFFFFF00)
    out[t] = s[15 - t] if t < 16 else s[t]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (32,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 9, 32).astype(np.int32)"),
             ("out", "np.zeros(32, np.int32)")],
    "expected": {"kind": "data_race",
                 "findings": [{"key": "data_race.write_read", "line": 12, "at": "out[t] = s[15 - t] if t < 16 else s[t]", "severity": "error", "other": 10, "count": 16}]},
}
