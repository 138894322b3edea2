"""Each thread one element; rows and columns are read by many."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(a, b, c):
    j, i = cuda.grid(2)
    if i < c.shape[0] and j < c.shape[1]:
        acc = 0
        for k in range(a.shape[1]):
            acc += a[i, k] * b[k, j]
        c[i, j] = acc


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2, 2), "block": (8, 8)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 9, (13, 7))"),
             ("b", "rng.integers(0, 9, (7, 11))"),
             ("c", "np.zeros((13, 11), np.int64)")],
    "outputs": ("c",),
    "expected": {"kind": "ok",
                 "values": {"c": "a @ b"}},
}
