"""Even threads count with an atomic, odd ones without."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(out):
    i = cuda.grid(1)
    if i % 2 == 0:
        cuda.atomic.add(out, 0, 1)
    else:
        out[0] += 1


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (64,)},
    "seed": 1,
    "args": [("out", "np.zeros(1, np.int64)")],
    "expected": {"kind": "data_race",
                 "want": {"out": "np.array([64])"},
                 "findings": [{"key": "data_race", "line": 12, "at": "out[0] += 1", "severity": "error"}]},
}
