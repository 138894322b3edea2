"""Each thread owns a row and walks along it in place."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(m):
    r = cuda.grid(1)
    if r < m.shape[0]:
        for c in range(1, m.shape[1]):
            m[r, c] += m[r, c - 1]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (32,)},
    "seed": 1,
    "args": [("m", "rng.integers(0, 9, (20, 10))")],
    "expected": {"kind": "ok",
                 "values": {"m": "np.cumsum(m, 1)"}},
}
