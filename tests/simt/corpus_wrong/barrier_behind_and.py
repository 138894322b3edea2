"""`and` leaves out what stands behind it, barriers too."""
from numba import cuda, int32
import numpy as np


@cuda.jit
def kernel(a, out):
    t = cuda.threadIdx.x
    if a[t] > 2 and cuda.syncthreads_or(int32(a[t] > 4)):
        out[t] = 1


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (32,)},
    "seed": 1,
    "args": [("a", "np.arange(32) % 8"),
             ("out", "np.zeros(32, np.int64)")],
    "expected": {"kind": "barrier_divergence",
                 "findings": [{"key": "barrier_divergence.missing", "line": 9, "at": "if a[t] > 2 and cuda.syncthreads_or(int32(a[t] > 4)):", "severity": "error"}]},
}
