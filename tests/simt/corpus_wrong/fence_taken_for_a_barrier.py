"""A fence orders one thread's own accesses and waits for nobody."""
from numba import cuda, int32
import numpy as np


@cuda.jit
def kernel(a, out):
    s = cuda.shared.array(64, int32)
    t = cuda.threadIdx.x
    s[t] = a[t]
    cuda.threadfence_block()
    out[t] = s[63 - t]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (64,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 9, 64).astype(np.int32)"),
             ("out", "np.zeros(64, np.int32)")],
    "expected": {"kind": "data_race",
                 "findings": [{"key": "data_race.write_read", "line": 12, "at": "out[t] = s[63 - t]", "severity": "error", "other": 10}]},
}
