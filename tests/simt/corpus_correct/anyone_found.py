"""Whoever finds the value raises a flag: all write the same."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(a, wanted, found):
    i = cuda.grid(1)
    if i < a.size and a[i] == wanted:
        found[0] = 1


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (4,), "block": (64,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 4, 250)"),
             ("wanted", "3"),
             ("found", "np.zeros(1, np.int64)")],
    "expected": {"kind": "ok",
                 "values": {"found": "np.array([1])"},
                 "findings": [{"key": "data_race", "line": 10, "at": "found[0] = 1", "severity": "warning"}]},
}
