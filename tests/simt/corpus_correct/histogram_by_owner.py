"""Each thread owns a bin and looks at all the data."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(a, bins):
    b = cuda.grid(1)
    if b < bins.size:
        n = 0
        for i in range(a.size):
            if a[i] == b:
                n += 1
        bins[b] = n


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (32,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 20, 90)"),
             ("bins", "np.zeros(20, np.int64)")],
    "outputs": ("bins",),
    "expected": {"kind": "ok",
                 "values": {"bins": "np.bincount(a, minlength=20)"}},
}
