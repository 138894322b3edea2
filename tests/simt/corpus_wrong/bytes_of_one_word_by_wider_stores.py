"""Words are written where bytes were: the neighbours' bytes go with them."""
from numba import cuda, uint8, int32
import numpy as np


@cuda.jit
def kernel(a, out):
    small = cuda.shared.array(0, uint8)
    wide = cuda.shared.array(0, int32)
    t = cuda.threadIdx.x
    small[t] = a[t]
    if t < 8:
        wide[t] = t
    cuda.syncthreads()
    out[t] = small[t]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (32,), "shared_bytes": 32},
    "seed": 1,
    "args": [("a", "rng.integers(0, 9, 32).astype(np.uint8)"),
             ("out", "np.zeros(32, np.uint8)")],
    "expected": {"kind": "data_race",
                 "findings": [{"key": "data_race.write_write", "line": 13, "at": "wide[t] = t", "severity": "error", "other": 11}]},
}
