"""A loop updates the thread's own element of a global array."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(a, turns):
    i = cuda.grid(1)
    if i < a.size:
        for k in range(turns):
            a[i] = a[i] * 2 + k


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2,), "block": (32,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 9, 50)"),
             ("turns", "4")],
    "expected": {"kind": "ok",
                 "values": {"a": "((a * 2 * 2 + 1) * 2 + 2) * 2 + 3"}},
}
