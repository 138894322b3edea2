"""The thread above the diagonal swaps both elements; the one below does nothing."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(m):
    c, r = cuda.grid(2)
    if r < m.shape[0] and c < m.shape[1] and r < c:
        v = m[r, c]
        m[r, c] = m[c, r]
        m[c, r] = v


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2, 2), "block": (16, 16)},
    "seed": 1,
    "args": [("m", "rng.integers(0, 99, (25, 25))")],
    "expected": {"kind": "ok",
                 "values": {"m": "m.T"}},
}
