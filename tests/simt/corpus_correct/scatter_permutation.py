"""A permutation sends every thread to an element of its own."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(a, where, out):
    i = cuda.grid(1)
    if i < where.size:
        out[where[i]] = a[i]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2,), "block": (64,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 99, 100)"),
             ("where", "rng.permutation(100)"),
             ("out", "np.zeros(100, np.int64)")],
    "outputs": ("out",),
    "expected": {"kind": "ok",
                 "values": {"out": "a[np.argsort(where)]"}},
}
