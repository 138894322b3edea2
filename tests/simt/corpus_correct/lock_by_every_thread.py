"""Work and release are inside of the loop that asks, so that nobody waits for a thread of its own warp."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(a, lock, out):
    i = cuda.grid(1)
    done = False
    while not done:
        if cuda.atomic.cas(lock, 0, 0, 1) == 0:
            cuda.threadfence()
            out[0] += a[i]
            cuda.threadfence()
            cuda.atomic.exch(lock, 0, 0)
            done = True


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2,), "block": (32,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 9, 64)"),
             ("lock", "np.zeros(1, np.int32)"),
             ("out", "np.zeros(1, np.int64)")],
    "expected": {"kind": "ok",
                 "values": {"out": "np.array([a.sum()])"}},
}
