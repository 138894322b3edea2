"""All threads read a constant array."""
from numba import cuda
import numpy as np


W = np.array([1, 2, 3])


@cuda.jit
def kernel(a, out):
    w = cuda.const.array_like(W)
    i = cuda.grid(1)
    if i + 2 < a.size:
        out[i] = w[0] * a[i] + w[1] * a[i + 1] + w[2] * a[i + 2]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2,), "block": (32,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 99, 60)"),
             ("out", "np.zeros(58, np.int64)")],
    "outputs": ("out",),
    "expected": {"kind": "ok",
                 "values": {"out": "a[:-2] + 2 * a[1:-1] + 3 * a[2:]"}},
}
