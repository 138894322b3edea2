"""The counter is zeroed and counted without a barrier between."""
from numba import cuda, int32
import numpy as np


@cuda.jit
def kernel(a, out):
    c = cuda.shared.array(1, int32)
    t = cuda.threadIdx.x
    if t == 0:
        c[0] = 0
    cuda.atomic.add(c, 0, 1)
    cuda.syncthreads()
    if t == 0:
        out[0] = c[0]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (64,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 99, 64)"),
             ("out", "np.zeros(1, np.int32)")],
    "expected": {"kind": "data_race",
                 "want": {"out": "np.array([64])"},
                 "findings": [{"key": "data_race.atomic", "line": 12, "at": "cuda.atomic.add(c, 0, 1)", "severity": "error", "other": 11}]},
}
