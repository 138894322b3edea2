"""The loop ends for powers of two alone."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(a, out):
    i = cuda.grid(1)
    if i < a.size:
        n = a[i]
        steps = 0
        while n != 1:
            if n % 2 == 0:
                n = n // 2
            steps += 1
        out[i] = steps


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (32,)},
    "seed": 1, "steps": 2000,
    "args": [("a", "np.arange(1, 21)"),
             ("out", "np.zeros(20, np.int64)")],
    "expected": {"kind": "timeout",
                 "findings": [{"key": "timeout", "line": 12, "at": "while n != 1:", "severity": "error", "thread": (2, 0, 0)}]},
}
