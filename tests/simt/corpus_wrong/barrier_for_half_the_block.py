"""A barrier in a branch that depends on the thread."""
from numba import cuda, int64
import numpy as np


@cuda.jit
def kernel(a, out):
    s = cuda.shared.array(64, int64)
    t = cuda.threadIdx.x
    s[t] = a[t]
    if t < 32:
        cuda.syncthreads()  # inner
        s[t] += s[t + 32]
    cuda.syncthreads()
    out[t] = s[t]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (64,)},
    "seed": 1,
    "args": [("a", "np.arange(64)"),
             ("out", "np.zeros(64, np.int64)")],
    "expected": {"kind": "barrier_divergence",
                 "want": {"out": "np.where(np.arange(64) < 32, a + np.roll(a, -32), a)"},
                 "findings": [{"key": "barrier_divergence.missing", "line": 12, "at": "cuda.syncthreads()  # inner", "severity": "error"}]},
}
