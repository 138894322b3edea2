"""Threads without data return; nothing waits for them."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(a, out):
    i = cuda.grid(1)
    if i >= a.size:
        return
    out[i] = a[i] * a[i]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2,), "block": (64,)},
    "seed": 1,
    "args": [("a", "np.arange(77)"),
             ("out", "np.zeros(77, np.int64)")],
    "outputs": ("out",),
    "expected": {"kind": "ok",
                 "values": {"out": "a * a"}},
}
