"""Value and place in one 64-bit number, so that a single atomic keeps both."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(a, best):
    i = cuda.grid(1)
    if i < a.size:
        cuda.atomic.max(best, 0, (a[i] << 32) | i)


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (3,), "block": (32,)},
    "seed": 54,
    "args": [("a", "rng.permutation(90)"), ("best", "np.zeros(1, np.int64)")],
    "expected": {"kind": "ok", "values": {"best": "np.array([(89 << 32) | a.argmax()])"}},
}
