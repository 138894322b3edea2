"""One thread of each block asks for a lock that the first one keeps."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(lock, out):
    if cuda.threadIdx.x == 0:
        while cuda.atomic.cas(lock, 0, 0, 1) != 0:
            pass
        out[cuda.blockIdx.x] = 1


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (3,), "block": (32,)},
    "seed": 1, "steps": 500,
    "args": [("lock", "np.zeros(1, np.int32)"),
             ("out", "np.zeros(3, np.int64)")],
    "expected": {"kind": "timeout",
                 "findings": [{"key": "timeout.lock", "line": 9, "at": "while cuda.atomic.cas(lock, 0, 0, 1) != 0:", "severity": "error"}]},
}
