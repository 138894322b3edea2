"""Neighbours are read from the array that is written; across blocks not even a barrier would help."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(a):
    i = cuda.grid(1)
    v = 0
    if 0 < i < a.size - 1:
        v = a[i - 1] + a[i] + a[i + 1]
    cuda.syncthreads()
    if 0 < i < a.size - 1:
        a[i] = v


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2,), "block": (32,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 99, 66)")],
    "expected": {"kind": "data_race",
                 "want": {"a": "np.concatenate([a[:1], a[:63] + a[1:64] + a[2:65], a[64:]])"},
                 "findings": [{"key": "data_race.read_write.blocks", "line": 14, "at": "a[i] = v", "severity": "error", "other": 11}]},
}
