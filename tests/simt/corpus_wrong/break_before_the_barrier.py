"""A thread leaves the loop while the others go on waiting for it."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(a, out):
    t = cuda.threadIdx.x
    n = 0
    while n < 10:
        if a[t] < n:
            break
        cuda.syncthreads()
        n += 1
    out[t] = n


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (32,)},
    "seed": 1,
    "args": [("a", "np.arange(32) % 7"),
             ("out", "np.zeros(32, np.int64)")],
    "expected": {"kind": "barrier_divergence",
                 "want": {"out": "a + 1"},
                 "findings": [{"key": "barrier_divergence.missing", "line": 13, "at": "cuda.syncthreads()", "severity": "error"}]},
}
