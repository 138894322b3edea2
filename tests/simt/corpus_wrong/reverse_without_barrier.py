"""The tile is read before the others have filled it."""
from numba import cuda, int64
import numpy as np


@cuda.jit
def kernel(a, out):
    tile = cuda.shared.array(64, int64)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    tile[t] = a[i]
    out[i] = tile[63 - t]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2,), "block": (64,)},
    "seed": 1,
    "args": [("a", "np.arange(128)"),
             ("out", "np.zeros(128, np.int64)")],
    "expected": {"kind": "data_race",
                 "want": {"out": "a.reshape(2, 64)[:, ::-1].ravel()"},
                 "findings": [{"key": "data_race.write_read", "line": 12, "at": "out[i] = tile[63 - t]", "severity": "error", "count": 128, "other": 11}]},
}
