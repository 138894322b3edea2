"""Each thread counts who is smaller and writes to the place that is its own."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(a, out):
    i = cuda.grid(1)
    if i < a.size:
        rank = 0
        for j in range(a.size):
            if a[j] < a[i] or (a[j] == a[i] and j < i):
                rank += 1
        out[rank] = a[i]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2,), "block": (32,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 20, 50)"),
             ("out", "np.zeros(50, np.int64)")],
    "outputs": ("out",),
    "expected": {"kind": "ok",
                 "values": {"out": "np.sort(a)"}},
}
