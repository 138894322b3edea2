"""Compare and store are two steps."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(a, m):
    i = cuda.grid(1)
    if a[i] > m[0]:
        m[0] = a[i]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (64,)},
    "seed": 1,
    "args": [("a", "np.arange(64)"),
             ("m", "np.array([-1])")],
    "expected": {"kind": "data_race",
                 "want": {"m": "np.array([63])"},
                 "findings": [{"key": "data_race", "line": 10, "at": "m[0] = a[i]", "severity": "error"}]},
}
