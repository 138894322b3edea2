"""The last block's missing values are not set to zero."""
from numba import cuda, int64
import numpy as np


@cuda.jit
def kernel(a, out):
    s = cuda.shared.array(8, int64)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    if i < a.size:
        s[t] = a[i]
    cuda.syncthreads()
    step = 1
    while step < 8:
        if t % (2 * step) == 0:
            s[t] += s[t + step]
        cuda.syncthreads()
        step *= 2
    if t == 0:
        out[cuda.blockIdx.x] = s[0]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2,), "block": (8,)},
    "seed": 1,
    "args": [("a", "np.arange(14)"),
             ("out", "np.zeros(2, np.int64)")],
    "expected": {"kind": "uninitialized_read",
                 "want": {"out": "np.array([a[:8].sum(), a[8:].sum()])"},
                 "findings": [{"key": "uninitialized_read.shared", "line": 17, "at": "s[t] += s[t + step]", "severity": "error", "block": (1, 0, 0), "thread": (6, 0, 0)}]},
}
