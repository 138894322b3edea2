"""The first threads of each step have no left neighbour: their index wraps to the end of the tile."""
from numba import cuda, int32
import numpy as np


@cuda.jit
def kernel(a, out):
    s = cuda.shared.array(32, int32)
    t = cuda.threadIdx.x
    s[t] = a[t]
    cuda.syncthreads()
    left = s[t - 1]
    cuda.syncthreads()
    out[t] = s[t] + left


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (32,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 9, 32).astype(np.int32)"),
             ("out", "np.zeros(32, np.int32)")],
    "expected": {"kind": "negative_index",
                 "findings": [{"key": "negative_index", "line": 12, "at": "left = s[t - 1]", "severity": "warning", "count": 1}]},
}
