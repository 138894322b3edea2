"""The block with the highest number need not come last, and an answer that nobody looks at tells nothing."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(a, partial, count, out):
    b = cuda.blockIdx.x
    partial[b] = 2 * a[b]
    cuda.threadfence()
    cuda.atomic.add(count, 0, 1)
    if b == cuda.gridDim.x - 1:
        total = 0
        for k in range(cuda.gridDim.x):
            total += partial[k]
        out[0] = total


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (5,), "block": (1,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 9, 5)"),
             ("partial", "np.zeros(5, np.int64)"),
             ("count", "np.zeros(1, np.int32)"),
             ("out", "np.zeros(1, np.int64)")],
    "expected": {"kind": "data_race",
                 "findings": [{"key": "data_race.write_read.blocks", "line": 15, "at": "total += partial[k]", "severity": "error", "other": 9}]},
}
