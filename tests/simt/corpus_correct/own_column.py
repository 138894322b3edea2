"""Each thread owns a column: neighbours in a row belong to different threads."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(m):
    c = cuda.grid(1)
    if c < m.shape[1]:
        for r in range(1, m.shape[0]):
            m[r, c] += m[r - 1, c]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (32,)},
    "seed": 1,
    "args": [("m", "rng.integers(0, 9, (10, 20))")],
    "expected": {"kind": "ok",
                 "values": {"m": "np.cumsum(m, 0)"}},
}
