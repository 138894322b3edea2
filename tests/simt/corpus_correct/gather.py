"""An index array with repeats: reading one element from many threads is fine."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(a, where, out):
    i = cuda.grid(1)
    if i < where.size:
        out[i] = a[where[i]]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2,), "block": (64,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 99, 10)"),
             ("where", "rng.integers(0, 10, 100)"),
             ("out", "np.zeros(100, np.int64)")],
    "outputs": ("out",),
    "expected": {"kind": "ok",
                 "values": {"out": "a[where]"}},
}
