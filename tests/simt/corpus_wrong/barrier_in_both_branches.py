"""Two barriers in two branches are not one."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(a, out):
    t = cuda.threadIdx.x
    if t % 2 == 0:
        v = a[t]
        cuda.syncthreads()  # even
    else:
        v = -a[t]
        cuda.syncthreads()  # odd
    out[t] = v


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (64,)},
    "seed": 1,
    "args": [("a", "np.arange(64)"),
             ("out", "np.zeros(64, np.int64)")],
    "expected": {"kind": "barrier_divergence",
                 "want": {"out": "np.where(np.arange(64) % 2 == 0, a, -a)"},
                 "findings": [{"key": "barrier_divergence.missing", "line": 11, "at": "cuda.syncthreads()  # even", "severity": "error"}],
                 "maybe": [{"key": "barrier_divergence.missing", "line": 14, "at": "cuda.syncthreads()  # odd"}]},
}
