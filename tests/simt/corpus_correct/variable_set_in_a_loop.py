"""The loop runs at least once for every thread that uses the variable."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(a, out):
    i = cuda.grid(1)
    if i < out.size:
        for k in range(i + 1):
            last = a[k]
        out[i] = last


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (32,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 99, 30)"),
             ("out", "np.zeros(30, np.int64)")],
    "outputs": ("out",),
    "expected": {"kind": "ok",
                 "values": {"out": "a"}},
}
