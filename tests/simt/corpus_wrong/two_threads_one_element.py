"""Two threads write different values to one element."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i // 2] = a[i]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (64,)},
    "seed": 1,
    "args": [("a", "np.arange(64)"),
             ("out", "np.zeros(32, np.int64)")],
    "expected": {"kind": "data_race",
                 "findings": [{"key": "data_race.write_write", "line": 10, "at": "out[i // 2] = a[i]", "severity": "error"}]},
}
