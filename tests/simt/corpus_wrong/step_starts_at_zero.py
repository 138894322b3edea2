"""Twice nothing is nothing."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(a):
    t = cuda.threadIdx.x
    step = 0
    while step < 32:
        if t < step:
            a[t] += 1
        step *= 2


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (32,)},
    "seed": 1, "steps": 2000,
    "args": [("a", "np.zeros(32, np.int64)")],
    "expected": {"kind": "timeout",
                 "findings": [{"key": "timeout", "line": 10, "at": "while step < 32:", "severity": "error", "count": 32}]},
}
