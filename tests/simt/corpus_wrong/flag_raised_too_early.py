"""The fence and the flag come before the box is filled."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(box, flag, out):
    if cuda.blockIdx.x == 0:
        cuda.threadfence()
        cuda.atomic.exch(flag, 0, 1)
        box[0] = 42
    else:
        while cuda.atomic.add(flag, 0, 0) == 0:
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
                 "findings": [{"key": "data_race.write_read.blocks", "line": 15, "at": "out[0] = box[0]", "severity": "error", "other": 11}]},
}
