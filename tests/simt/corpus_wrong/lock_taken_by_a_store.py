"""A free lock is seen by a read and taken by a store: two threads may do so together."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(lock, out):
    if lock[0] == 0:
        lock[0] = 1 + cuda.threadIdx.x
        out[0] = cuda.threadIdx.x


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (32,)},
    "seed": 1,
    "args": [("lock", "np.zeros(1, np.int32)"),
             ("out", "np.zeros(1, np.int64)")],
    "expected": {"kind": "data_race",
                 "findings": [{"key": "data_race", "line": 9, "at": "lock[0] = 1 + cuda.threadIdx.x", "severity": "error"},
                              {"key": "data_race.write_write", "line": 10, "at": "out[0] = cuda.threadIdx.x", "severity": "error"}]},
}
