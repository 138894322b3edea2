"""Both threads of a pair swap it."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(m):
    c, r = cuda.grid(2)
    if r < m.shape[0] and c < m.shape[1]:
        v = m[c, r]
        m[r, c] = v


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1, 1), "block": (16, 16)},
    "seed": 1,
    "args": [("m", "rng.integers(0, 99, (12, 12))")],
    "expected": {"kind": "data_race",
                 "want": {"m": "m.T"},
                 "findings": [{"key": "data_race.read_write", "line": 11, "at": "m[r, c] = v", "severity": "error", "other": 10}]},
}
