"""Without a fence the flag may be seen before what it tells of."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(box, flag, out):
    t = cuda.threadIdx.x
    if cuda.blockIdx.x == 0:
        box[t] = t
        cuda.syncthreads()
        if t == 0:
            cuda.atomic.exch(flag, 0, 1)
    else:
        if t == 0:
            while cuda.atomic.add(flag, 0, 0) == 0:
                pass
        cuda.syncthreads()
        out[t] = box[31 - t]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2,), "block": (32,)},
    "seed": 1,
    "args": [("box", "np.zeros(32, np.int32)"),
             ("flag", "np.zeros(1, np.int32)"),
             ("out", "np.zeros(32, np.int32)")],
    "expected": {"kind": "data_race",
                 "findings": [{"key": "data_race.write_read.blocks", "line": 19, "at": "out[t] = box[31 - t]", "severity": "error", "other": 10, "count": 32}]},
}
