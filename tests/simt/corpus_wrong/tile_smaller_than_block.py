"""32 slots for 64 threads."""
from numba import cuda, int64
import numpy as np


@cuda.jit
def kernel(a, out):
    tile = cuda.shared.array(32, int64)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    tile[t] = a[i]
    out[i] = 2 * tile[t]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2,), "block": (64,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 99, 128)"),
             ("out", "np.zeros(128, np.int64)")],
    "expected": {"kind": "out_of_bounds",
                 "want": {"out": "2 * a"},
                 "findings": [{"key": "out_of_bounds.shared", "line": 11, "at": "tile[t] = a[i]", "severity": "error", "count": 64},
                              {"key": "out_of_bounds.shared", "line": 12, "at": "out[i] = 2 * tile[t]", "severity": "error"}]},
}
