"""An atomic adds to whatever was left."""
from numba import cuda, int32
import numpy as np


@cuda.jit
def kernel(a, out):
    c = cuda.shared.array(1, int32)
    cuda.atomic.add(c, 0, 1)
    cuda.syncthreads()
    if cuda.threadIdx.x == 0:
        out[0] = c[0]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (64,)},
    "seed": 1,
    "args": [("a", "np.arange(64)"),
             ("out", "np.zeros(1, np.int32)")],
    "expected": {"kind": "uninitialized_read",
                 "want": {"out": "np.array([64])"},
                 "findings": [{"key": "uninitialized_read.shared", "line": 9, "at": "cuda.atomic.add(c, 0, 1)", "severity": "error"}]},
}
