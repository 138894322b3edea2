"""A grid-stride loop with uneven trip counts; the array is read and written in place."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(a, x, y):
    for i in range(cuda.grid(1), x.size, cuda.gridsize(1)):
        y[i] += a * x[i]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (3,), "block": (32,)},
    "seed": 1,
    "args": [("a", "3"),
             ("x", "rng.integers(0, 99, 1000)"),
             ("y", "rng.integers(0, 99, 1000)")],
    "expected": {"kind": "ok",
                 "values": {"y": "a * x + y"}},
}
