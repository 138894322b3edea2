"""The tail returned: today's GPUs go on, CUDA's contract is broken, so it is a warning."""
from numba import cuda, int64
import numpy as np


@cuda.jit
def kernel(a, out):
    tile = cuda.shared.array(32, int64)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    if i >= a.size:
        return
    tile[t] = a[i]
    cuda.syncthreads()
    out[i] = a[i] + tile[0]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2,), "block": (32,)},
    "seed": 1,
    "args": [("a", "np.arange(50)"),
             ("out", "np.zeros(50, np.int64)")],
    "expected": {"kind": "barrier_divergence",
                 "want": {"out": "a + np.repeat(a[::32], 32)[:50]"},
                 "findings": [{"key": "barrier_divergence.exited", "line": 14, "at": "cuda.syncthreads()", "severity": "warning", "count": 14, "block": (1, 0, 0)}]},
}
