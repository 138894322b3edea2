"""Two threads are sent to one place."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(a, where, out):
    i = cuda.grid(1)
    if i < where.size:
        out[where[i]] = a[i]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (64,)},
    "seed": 1,
    "args": [("a", "np.arange(60)"),
             ("where", "np.concatenate([np.arange(59), [7]])"),
             ("out", "np.zeros(60, np.int64)")],
    "expected": {"kind": "data_race",
                 "findings": [{"key": "data_race.write_write", "line": 10, "at": "out[where[i]] = a[i]", "severity": "error", "count": 2}]},
}
