"""A plain read in a waiting loop: the compiler may read the flag once and never again, and nothing orders the box."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(box, flag, out):
    if cuda.blockIdx.x == 0:
        box[0] = 42
        cuda.threadfence()
        flag[0] = 1
    else:
        while flag[0] == 0:
            pass
        out[0] = box[0]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2,), "block": (1,)},
    "seed": 1,
    "args": [("box", "np.zeros(1, np.int32)"),
             ("flag", "np.zeros(1, np.int32)"),
             ("out", "np.zeros(1, np.int32)")],
    "expected": {"kind": "data_race",
                 "findings": [{"key": "data_race.write_read.blocks", "line": 13, "at": "while flag[0] == 0:", "severity": "error", "other": 11},
                              {"key": "data_race.write_read.blocks", "line": 15, "at": "out[0] = box[0]", "severity": "error", "other": 9}]},
}
