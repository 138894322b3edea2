"""A lock for each of several bins: the holder updates two arrays together."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(key, a, lock, total, count):
    i = cuda.grid(1)
    k = key[i]
    waiting = True
    while waiting:
        if cuda.atomic.cas(lock, k, 0, 1) == 0:
            cuda.threadfence()
            total[k] += a[i]
            count[k] += 1
            cuda.threadfence()
            cuda.atomic.exch(lock, k, 0)
            waiting = False


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2,), "block": (32,)},
    "seed": 75,
    "args": [("key", "rng.integers(0, 4, 64)"), ("a", "rng.integers(0, 99, 64)"), ("lock", "np.zeros(4, np.int32)"),
             ("total", "np.zeros(4, np.int64)"), ("count", "np.zeros(4, np.int64)")],
    "expected": {"kind": "ok",
                 "values": {"total": "np.bincount(key, a, 4).astype(int)", "count": "np.bincount(key, minlength=4)"}},
}
