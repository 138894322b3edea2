"""Three neighbours are read from one array, the result goes to another."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(a, out):
    i = cuda.grid(1)
    if 0 < i < a.size - 1:
        out[i] = a[i - 1] + a[i] + a[i + 1]
    elif i < a.size:
        out[i] = a[i]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (4,), "block": (32,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 99, 100)"),
             ("out", "np.zeros(100, np.int64)")],
    "outputs": ("out",),
    "expected": {"kind": "ok",
                 "values": {"out": "np.concatenate([a[:1], a[:-2] + a[1:-1] + a[2:], a[-1:]])"}},
}
