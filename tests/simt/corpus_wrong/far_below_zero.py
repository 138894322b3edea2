"""So negative that it does not even wrap."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(a, out):
    i = cuda.grid(1)
    if i < 32:
        out[i] = a[i - 64]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (32,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 99, 50)"),
             ("out", "np.zeros(32, np.int64)")],
    "expected": {"kind": "out_of_bounds",
                 "findings": [{"key": "out_of_bounds.read", "line": 10, "at": "out[i] = a[i - 64]", "severity": "error", "count": 14},
                              {"key": "negative_index", "line": 10, "at": "out[i] = a[i - 64]", "severity": "warning"}]},
}
