"""Each thread swaps one pair of the array."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(a):
    i = cuda.grid(1)
    j = a.size - 1 - i
    if i < j:
        a[i], a[j] = a[j], a[i]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2,), "block": (32,)},
    "seed": 1,
    "args": [("a", "np.arange(99)")],
    "expected": {"kind": "ok",
                 "values": {"a": "a[::-1]"}},
}
