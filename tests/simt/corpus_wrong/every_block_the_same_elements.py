"""The block's number is missing from the index."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(a, out):
    t = cuda.threadIdx.x
    out[t] = a[t] + cuda.blockIdx.x


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (3,), "block": (32,)},
    "seed": 1,
    "args": [("a", "np.arange(32)"),
             ("out", "np.zeros(32, np.int64)")],
    "expected": {"kind": "data_race",
                 "findings": [{"key": "data_race.write_write.blocks", "line": 9, "at": "out[t] = a[t] + cuda.blockIdx.x", "severity": "error"}]},
}
