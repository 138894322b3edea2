"""Each thread owns a row, but adds into the columns' sums that all rows share."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(a, sums):
    r = cuda.grid(1)
    if r < a.shape[0]:
        for c in range(a.shape[1]):
            sums[c] += a[r, c]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2,), "block": (32,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 9, (40, 3))"),
             ("sums", "np.zeros(3, np.int64)")],
    "expected": {"kind": "data_race",
                 "findings": [{"key": "data_race.update", "line": 11, "at": "sums[c] += a[r, c]", "severity": "error", "count": 40}]},
}
