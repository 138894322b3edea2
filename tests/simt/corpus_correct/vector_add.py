"""Each thread its own element, the tail guarded."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] + b[i]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (4,), "block": (32,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 99, 100)"),
             ("b", "rng.integers(0, 99, 100)"),
             ("out", "np.zeros(100, np.int64)")],
    "outputs": ("out",),
    "expected": {"kind": "ok",
                 "values": {"out": "a + b"}},
}
