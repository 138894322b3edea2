"""More threads than elements, no guard."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(a, b, out):
    i = cuda.grid(1)
    out[i] = a[i] + b[i]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (4,), "block": (32,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 99, 100)"),
             ("b", "rng.integers(0, 99, 100)"),
             ("out", "np.zeros(100, np.int64)")],
    "expected": {"kind": "out_of_bounds",
                 "want": {"out": "a + b"},
                 "findings": [{"key": "out_of_bounds.both", "line": 9, "at": "out[i] = a[i] + b[i]", "severity": "error", "count": 28, "block": (3, 0, 0), "thread": (4, 0, 0)}]},
}
