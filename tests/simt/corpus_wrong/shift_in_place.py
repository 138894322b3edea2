"""Every thread takes its right neighbour's element."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(a):
    i = cuda.grid(1)
    if i < a.size - 1:
        a[i] = a[i + 1]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (64,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 99, 64)")],
    "expected": {"kind": "data_race",
                 "want": {"a": "np.append(a[1:], a[-1])"},
                 "findings": [{"key": "data_race.read_write", "line": 10, "at": "a[i] = a[i + 1]", "severity": "error"}]},
}
