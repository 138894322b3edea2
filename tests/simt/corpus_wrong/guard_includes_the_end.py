"""`<=` where `<` is meant."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(a, out):
    i = cuda.grid(1)
    if i <= a.size:
        v = a[i]
        if i < a.size:
            out[i] = v


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2,), "block": (64,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 99, 70)"),
             ("out", "np.zeros(70, np.int64)")],
    "expected": {"kind": "out_of_bounds",
                 "want": {"out": "a"},
                 "findings": [{"key": "out_of_bounds.read", "line": 10, "at": "v = a[i]", "severity": "error", "count": 1}]},
}
