"""One thread a block takes a lock; fences stand between the lock and the work."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(lock, out):
    if cuda.threadIdx.x == 0:
        while cuda.atomic.cas(lock, 0, 0, 1) != 0:
            pass
        cuda.threadfence()
        out[0] += cuda.blockIdx.x
        cuda.threadfence()
        cuda.atomic.exch(lock, 0, 0)


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (5,), "block": (32,)},
    "seed": 1,
    "args": [("lock", "np.zeros(1, np.int32)"),
             ("out", "np.zeros(1, np.int64)")],
    "expected": {"kind": "ok",
                 "values": {"out": "np.array([10])"}},
}
