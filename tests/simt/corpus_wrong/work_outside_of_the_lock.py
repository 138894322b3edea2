"""Only the first update is under the lock."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(lock, total, count):
    waiting = True
    while waiting:
        if cuda.atomic.cas(lock, 0, 0, 1) == 0:
            cuda.threadfence()
            total[0] += 2
            cuda.threadfence()
            cuda.atomic.exch(lock, 0, 0)
            waiting = False
    count[0] += 1


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (8,)},
    "seed": 1,
    "args": [("lock", "np.zeros(1, np.int32)"),
             ("total", "np.zeros(1, np.int64)"),
             ("count", "np.zeros(1, np.int64)")],
    "expected": {"kind": "data_race",
                 "findings": [{"key": "data_race.update", "line": 16, "at": "count[0] += 1", "severity": "error", "count": 8}]},
}
