"""The other threads of the last block do not wait for the one that counted."""
from numba import cuda, int32
import numpy as np


@cuda.jit
def kernel(a, partial, count, out):
    last = cuda.shared.array(1, int32)
    t = cuda.threadIdx.x
    if t == 0:
        partial[cuda.blockIdx.x] = 2 * a[cuda.blockIdx.x]
        cuda.threadfence()
        last[0] = cuda.atomic.add(count, 0, 1)
    if last[0] == cuda.gridDim.x - 1:
        if t < cuda.gridDim.x:
            out[t] = partial[t]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (3,), "block": (32,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 9, 3)"),
             ("partial", "np.zeros(3, np.int64)"),
             ("count", "np.zeros(1, np.int32)"),
             ("out", "np.zeros(3, np.int64)")],
    "expected": {"kind": "data_race",
                 "findings": [{"key": "data_race.write_read", "line": 14, "at": "if last[0] == cuda.gridDim.x - 1:", "severity": "error", "other": 13},
                              {"key": "data_race.write_read.blocks", "line": 16, "at": "out[t] = partial[t]", "severity": "error", "other": 11}]},
}
