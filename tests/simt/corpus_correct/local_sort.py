"""Insertion sort of five values in local memory."""
from numba import cuda, int64
import numpy as np


@cuda.jit
def kernel(a, out):
    i = cuda.grid(1)
    if i + 4 < a.size:
        v = cuda.local.array(5, int64)
        for k in range(5):
            v[k] = a[i + k]
        for k in range(1, 5):
            key = v[k]
            j = k - 1
            while j >= 0 and v[j] > key:
                v[j + 1] = v[j]
                j -= 1
            v[j + 1] = key
        out[i] = v[2]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (64,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 99, 50)"),
             ("out", "np.zeros(46, np.int64)")],
    "outputs": ("out",),
    "expected": {"kind": "ok",
                 "values": {"out": "np.array([int(np.median(a[k:k + 5])) for k in range(46)])"}},
}
