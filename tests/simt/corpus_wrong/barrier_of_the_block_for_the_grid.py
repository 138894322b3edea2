"""A block's barrier does not order two blocks."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(a, half, out):
    i = cuda.grid(1)
    half[i] = a[i] // 2
    cuda.syncthreads()
    out[i] = half[half.size - 1 - i]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (4,), "block": (32,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 99, 128)"),
             ("half", "np.zeros(128, np.int64)"),
             ("out", "np.zeros(128, np.int64)")],
    "expected": {"kind": "data_race",
                 "findings": [{"key": "data_race.write_read.blocks", "line": 11, "at": "out[i] = half[half.size - 1 - i]", "severity": "error", "other": 9}]},
}
