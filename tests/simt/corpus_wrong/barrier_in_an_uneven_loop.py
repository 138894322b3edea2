"""Threads go round a loop with a barrier for a different number of times."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(a, out):
    t = cuda.threadIdx.x
    v = 0
    for k in range(t):
        v += a[k]
        cuda.syncthreads()
    out[t] = v


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (32,)},
    "seed": 1,
    "args": [("a", "np.arange(32)"),
             ("out", "np.zeros(32, np.int64)")],
    "expected": {"kind": "barrier_divergence",
                 "want": {"out": "np.append(0, np.cumsum(a)[:-1])"},
                 "findings": [{"key": "barrier_divergence.missing", "line": 12, "at": "cuda.syncthreads()", "severity": "error"}]},
}
