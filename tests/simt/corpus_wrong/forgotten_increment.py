"""Nothing in the loop comes closer to its end."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(a, out):
    i = cuda.grid(1)
    total = 0
    k = 0
    while k < a.size:
        total += a[k]
    out[i] = total


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (8,)},
    "seed": 1, "steps": 2000,
    "args": [("a", "np.zeros(8, np.int64)"),
             ("out", "np.zeros(8, np.int64)")],
    "expected": {"kind": "timeout",
                 "findings": [{"key": "timeout", "line": 11, "at": "while k < a.size:", "severity": "error"}]},
}
