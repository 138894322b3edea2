"""A constant -1 on a local array: the last of its own cells."""
from numba import cuda, int64
import numpy as np


@cuda.jit
def kernel(a, out):
    i = cuda.grid(1)
    best = cuda.local.array(3, int64)
    for k in range(3):
        best[k] = -1
    for c in range(a.shape[1]):
        v = a[i, c]
        if v > best[2]:
            best[2] = v
            for k in (2, 1):
                if best[k] > best[k - 1]:
                    best[k - 1], best[k] = best[k], best[k - 1]
    for k in range(3):
        out[i, k] = best[k]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (40,)},
    "seed": 47,
    "args": [("a", "rng.integers(0, 99, (40, 12))"), ("out", "np.zeros((40, 3), np.int64)")],
    "outputs": ("out",),
    "expected": {"kind": "ok", "values": {"out": "-np.sort(-a, axis=1)[:, :3]"}},
}
