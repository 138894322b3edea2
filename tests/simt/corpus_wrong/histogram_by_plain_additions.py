"""Two atomics and one plain addition on the same bins."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(a, bins):
    i = cuda.grid(1)
    if a[i] % 2:
        bins[a[i]] += 1
    else:
        cuda.atomic.add(bins, a[i], 1)


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2,), "block": (64,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 6, 128)"),
             ("bins", "np.zeros(6, np.int64)")],
    "expected": {"kind": "data_race",
                 "findings": [{"key": "data_race.update", "line": 10, "at": "bins[a[i]] += 1", "severity": "error"}]},
}
