"""The slot gets its next row while slow threads still have to read the last one."""
from numba import cuda, int64
import numpy as np


@cuda.jit
def kernel(counter, out):
    row = cuda.shared.array(1, int64)
    t = cuda.threadIdx.x
    r = 0
    while r < out.shape[0]:
        if t == 0:
            row[0] = cuda.atomic.add(counter, 0, 1)
        cuda.syncthreads()
        r = row[0]
        if r < out.shape[0]:
            out[r, t] = 1


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (32,)},
    "seed": 1,
    "args": [("counter", "np.zeros(1, np.int64)"),
             ("out", "np.zeros((4, 32), np.int64)")],
    "expected": {"kind": "data_race",
                 "findings": [{"key": "data_race.read_write", "line": 13, "at": "row[0] = cuda.atomic.add(counter, 0, 1)", "severity": "error", "other": 15}]},
}
