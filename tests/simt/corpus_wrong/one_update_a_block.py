"""One thread of each block adds, but the blocks do not wait for each other."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(a, out):
    if cuda.threadIdx.x == 0:
        out[0] += a[cuda.blockIdx.x]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (4,), "block": (32,)},
    "seed": 1,
    "args": [("a", "np.ones(4, np.int64)"),
             ("out", "np.zeros(1, np.int64)")],
    "expected": {"kind": "data_race",
                 "want": {"out": "np.array([4])"},
                 "findings": [{"key": "data_race", "line": 9, "at": "out[0] += a[cuda.blockIdx.x]", "severity": "error"}]},
}
