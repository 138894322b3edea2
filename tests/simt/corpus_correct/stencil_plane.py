"""Five points in two dimensions, borders copied."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(a, out):
    x, y = cuda.grid(2)
    h, w = a.shape
    if x < w and y < h:
        if 0 < x < w - 1 and 0 < y < h - 1:
            out[y, x] = a[y, x] + a[y - 1, x] + a[y + 1, x] + a[y, x - 1] + a[y, x + 1]
        else:
            out[y, x] = a[y, x]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (3, 3), "block": (8, 8)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 99, (20, 22))"),
             ("out", "np.zeros((20, 22), np.int64)")],
    "outputs": ("out",),
    "expected": {"kind": "ok",
                 "values": {"out": "np.where(np.pad(np.ones((18, 20), bool), 1), a + np.roll(a, 1, 0) + np.roll(a, -1, 0) + np.roll(a, 1, 1) + np.roll(a, -1, 1), a)"}},
}
