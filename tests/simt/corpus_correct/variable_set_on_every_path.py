"""if, elif and else all set it."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(a, out):
    i = cuda.grid(1)
    if i < a.size:
        if a[i] > 0:
            label = 10
        elif a[i] < 0:
            label = 20
        else:
            label = 30
        out[i] = label


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (32,)},
    "seed": 1,
    "args": [("a", "rng.integers(-2, 3, 30)"),
             ("out", "np.zeros(30, np.int64)")],
    "outputs": ("out",),
    "expected": {"kind": "ok",
                 "values": {"out": "np.where(a > 0, 10, np.where(a < 0, 20, 30))"}},
}
