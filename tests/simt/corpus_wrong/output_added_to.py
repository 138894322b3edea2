"""An output holds nothing before the launch."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(a, b, c):
    j, i = cuda.grid(2)
    for k in range(a.shape[1]):
        c[i, j] += a[i, k] * b[k, j]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1, 1), "block": (8, 8)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 9, (8, 8))"),
             ("b", "rng.integers(0, 9, (8, 8))"),
             ("c", "np.zeros((8, 8), np.int64)")],
    "outputs": ("c",),
    "expected": {"kind": "uninitialized_read",
                 "want": {"c": "a @ b"},
                 "findings": [{"key": "uninitialized_read.output", "line": 10, "at": "c[i, j] += a[i, k] * b[k, j]", "severity": "error", "count": 64}]},
}
