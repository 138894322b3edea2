"""The barrier that counts is a barrier: all threads have to come."""
from numba import cuda, int32
import numpy as np


@cuda.jit
def kernel(a, out):
    t = cuda.threadIdx.x
    if a[t] > 0:
        out[t] = cuda.syncthreads_count(int32(a[t] > 1))


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (64,)},
    "seed": 1,
    "args": [("a", "np.arange(64) % 4"),
             ("out", "np.zeros(64, np.int64)")],
    "expected": {"kind": "barrier_divergence",
                 "findings": [{"key": "barrier_divergence.missing", "line": 10, "at": "out[t] = cuda.syncthreads_count(int32(a[t] > 1))", "severity": "error"}]},
}
