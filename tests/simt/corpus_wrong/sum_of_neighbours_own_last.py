"""The neighbour's cell is read first, then the thread's own."""
from numba import cuda, int64
import numpy as np


@cuda.jit
def kernel(a, out):
    s = cuda.shared.array(64, int64)
    t = cuda.threadIdx.x
    s[t] = a[t]
    cuda.syncthreads()
    if t > 0:
        s[t] = s[t - 1] + s[t]
    cuda.syncthreads()
    out[t] = s[t]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (64,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 9, 64)"),
             ("out", "np.zeros(64, np.int64)")],
    "expected": {"kind": "data_race",
                 "want": {"out": "a + np.append(0, a[:-1])"},
                 "findings": [{"key": "data_race.read_write", "line": 13, "at": "s[t] = s[t - 1] + s[t]", "severity": "error"}]},
}
