"""The lock is taken with an atomic and given back without one."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(lock, out):
    waiting = True
    while waiting:
        if cuda.atomic.cas(lock, 0, 0, 1) == 0:
            cuda.threadfence()
            out[0] += 1
            cuda.threadfence()
            lock[0] = 0
            waiting = False


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (8,)},
    "seed": 1,
    "args": [("lock", "np.zeros(1, np.int32)"),
             ("out", "np.zeros(1, np.int64)")],
    "expected": {"kind": "data_race",
                 "findings": [{"key": "data_race.atomic", "line": 14, "at": "lock[0] = 0", "severity": "error", "other": 10},
                              {"key": "data_race", "line": 12, "at": "out[0] += 1", "severity": "error"}]},
}
