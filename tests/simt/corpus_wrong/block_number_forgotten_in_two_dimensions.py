"""All blocks of a column write the same rows."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(a, out):
    x = cuda.grid(2)[0]
    y = cuda.threadIdx.y
    out[y, x] = a[cuda.blockIdx.y, x]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2, 2), "block": (8, 4)},
    "seed": 1,
    "args": [("a", "np.arange(32).reshape(2, 16)"),
             ("out", "np.zeros((4, 16), np.int64)")],
    "expected": {"kind": "data_race",
                 "findings": [{"key": "data_race.write_write.blocks", "line": 10, "at": "out[y, x] = a[cuda.blockIdx.y, x]", "severity": "error"}]},
}
