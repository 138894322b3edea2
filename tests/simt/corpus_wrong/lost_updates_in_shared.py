"""Load, add, store by all threads on one cell."""
from numba import cuda, int64
import numpy as np


@cuda.jit
def kernel(out):
    c = cuda.shared.array(1, int64)
    if cuda.threadIdx.x == 0:
        c[0] = 0
    cuda.syncthreads()
    c[0] += 1
    cuda.syncthreads()
    if cuda.threadIdx.x == 0:
        out[0] = c[0]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (64,)},
    "seed": 1,
    "args": [("out", "np.zeros(1, np.int64)")],
    "expected": {"kind": "data_race",
                 "want": {"out": "np.array([64])"},
                 "findings": [{"key": "data_race.update", "line": 12, "at": "c[0] += 1", "severity": "error", "count": 64}]},
}
