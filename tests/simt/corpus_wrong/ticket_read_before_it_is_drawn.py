"""Thread 0 draws the next row, and the others do not wait for it."""
from numba import cuda, int64
import numpy as np


@cuda.jit
def kernel(counter, out):
    row = cuda.shared.array(1, int64)
    if cuda.threadIdx.x == 0:
        row[0] = cuda.atomic.add(counter, 0, 1)
    out[row[0], cuda.threadIdx.x] = 1


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (3,), "block": (32,)},
    "seed": 1,
    "args": [("counter", "np.zeros(1, np.int64)"),
             ("out", "np.zeros((3, 32), np.int64)")],
    "expected": {"kind": "data_race",
                 "findings": [{"key": "data_race.write_read", "line": 11, "at": "out[row[0], cuda.threadIdx.x] = 1", "severity": "error", "other": 10}]},
}
