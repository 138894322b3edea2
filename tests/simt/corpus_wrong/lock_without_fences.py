"""Without a fence, the next holder may still see the old value."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(lock, out):
    done = False
    while not done:
        if cuda.atomic.cas(lock, 0, 0, 1) == 0:
            out[0] += 1
            cuda.atomic.exch(lock, 0, 0)
            done = True


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (32,)},
    "seed": 1,
    "args": [("lock", "np.zeros(1, np.int32)"),
             ("out", "np.zeros(1, np.int64)")],
    "expected": {"kind": "data_race",
                 "want": {"out": "np.array([32])"},
                 "findings": [{"key": "data_race", "line": 11, "at": "out[0] += 1", "severity": "error"}]},
}
