"""NaN stands for a missing value; a NaN is the only number that differs from itself."""
import math
from numba import cuda
import numpy as np


@cuda.jit
def kernel(a, out):
    r = cuda.grid(1)
    if r < a.shape[0]:
        total = 0.0
        count = 0
        for c in range(a.shape[1]):
            v = a[r, c]
            if v == v:
                total += v
                count += 1
        out[r] = total / count if count else math.nan


def reference(a):
    return np.array([r[~np.isnan(r)].mean() if (~np.isnan(r)).any() else np.nan for r in a])


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (32,)},
    "seed": 49,
    "args": [("a", "np.where(rng.random((20, 5)) < 0.4, np.nan, rng.integers(0, 99, (20, 5)))"), ("out", "np.zeros(20)")],
    "outputs": ("out",),
    "expected": {"kind": "ok", "values": {"out": "reference(a)"}},
}
