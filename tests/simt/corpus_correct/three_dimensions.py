"""Three axes, all guarded."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(a, out):
    x, y, z = cuda.grid(3)
    if z < a.shape[0] and y < a.shape[1] and x < a.shape[2]:
        out[z, y, x] = a[z, y, x] * (x + y + z)


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2, 2, 2), "block": (4, 4, 4)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 99, (5, 6, 7))"),
             ("out", "np.zeros((5, 6, 7), np.int64)")],
    "outputs": ("out",),
    "expected": {"kind": "ok",
                 "values": {"out": "a * np.indices((5, 6, 7)).sum(0)"}},
}
