"""Whoever gets the lock keeps it."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(lock, out):
    done = False
    while not done:
        if cuda.atomic.cas(lock, 0, 0, 1) == 0:
            out[0] += 1
            done = True


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (32,)},
    "seed": 1, "steps": 500,
    "args": [("lock", "np.zeros(1, np.int32)"),
             ("out", "np.zeros(1, np.int64)")],
    "expected": {"kind": "timeout",
                 "findings": [{"key": "timeout.lock", "line": 9, "at": "while not done:", "severity": "error", "count": 31}]},
}
