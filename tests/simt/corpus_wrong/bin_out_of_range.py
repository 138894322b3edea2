"""A value that has no bin."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(a, bins):
    i = cuda.grid(1)
    if i < a.size:
        cuda.atomic.add(bins, a[i], 1)


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (64,)},
    "seed": 1,
    "args": [("a", "np.arange(50) % 11"),
             ("bins", "np.zeros(10, np.int64)")],
    "expected": {"kind": "out_of_bounds",
                 "want": {"bins": "np.bincount(a, minlength=11)[:10]"},
                 "findings": [{"key": "out_of_bounds.both", "line": 10, "at": "cuda.atomic.add(bins, a[i], 1)", "severity": "error", "count": 4}]},
}
