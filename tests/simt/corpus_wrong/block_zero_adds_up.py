"""Block 0 reads the other blocks' sums in the same launch."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(a, partial, out):
    t = cuda.threadIdx.x
    b = cuda.blockIdx.x
    if t == 0:
        partial[b] = a[b]
    cuda.syncthreads()
    if b == 0 and t == 0:
        total = 0
        for k in range(cuda.gridDim.x):
            total += partial[k]
        out[0] = total


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (4,), "block": (32,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 99, 4)"),
             ("partial", "np.zeros(4, np.int64)"),
             ("out", "np.zeros(1, np.int64)")],
    "expected": {"kind": "data_race",
                 "want": {"partial": "a", "out": "a.sum(keepdims=True)"},
                 "findings": [{"key": "data_race.write_read.blocks", "line": 16, "at": "total += partial[k]", "severity": "error", "other": 11}]},
}
