"""Only x is guarded."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(a):
    x, y = cuda.grid(2)
    if x < a.shape[1]:
        a[y, x] += 1


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2, 2), "block": (8, 8)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 99, (13, 11))")],
    "expected": {"kind": "out_of_bounds",
                 "want": {"a": "a + 1"},
                 "findings": [{"key": "out_of_bounds.both", "line": 10, "at": "a[y, x] += 1", "severity": "error", "count": 33}]},
}
