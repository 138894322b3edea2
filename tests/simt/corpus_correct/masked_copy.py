"""A mask of booleans chooses; the rest is left as it was."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(mask, a, out):
    i = cuda.grid(1)
    if i < a.size and mask[i]:
        out[i] = a[i]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (3,), "block": (32,)},
    "seed": 51,
    "args": [("mask", "rng.random(90) < 0.5"), ("a", "rng.integers(1, 99, 90)"), ("out", "np.full(90, -1)")],
    "expected": {"kind": "ok", "values": {"out": "np.where(mask, a, -1)"}},
}
