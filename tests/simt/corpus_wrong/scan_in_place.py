"""A slot is overwritten while a neighbour still reads it."""
from numba import cuda, int64
import numpy as np


@cuda.jit
def kernel(a, out):
    s = cuda.shared.array(64, int64)
    t = cuda.threadIdx.x
    s[t] = a[t]
    cuda.syncthreads()
    step = 1
    while step < 64:
        if t >= step:
            s[t] += s[t - step]
        cuda.syncthreads()
        step *= 2
    out[t] = s[t]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (64,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 9, 64)"),
             ("out", "np.zeros(64, np.int64)")],
    "expected": {"kind": "data_race",
                 "want": {"out": "np.cumsum(a)"},
                 "findings": [{"key": "data_race.read_write", "line": 15, "at": "s[t] += s[t - step]", "severity": "error"}]},
}
