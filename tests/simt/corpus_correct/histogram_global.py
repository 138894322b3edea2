"""Every thread counts with a global atomic."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(a, bins):
    i = cuda.grid(1)
    if i < a.size:
        cuda.atomic.add(bins, a[i], 1)


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (4,), "block": (64,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 10, 250)"),
             ("bins", "np.zeros(10, np.int64)")],
    "expected": {"kind": "ok",
                 "values": {"bins": "np.bincount(a, minlength=10)"}},
}
