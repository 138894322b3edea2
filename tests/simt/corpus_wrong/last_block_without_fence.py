"""Without a fence the count may be seen before the partial sum."""
from numba import cuda, int32
import numpy as np


@cuda.jit
def kernel(a, partial, count, out):
    last = cuda.shared.array(1, int32)
    t = cuda.threadIdx.x
    if t == 0:
        partial[cuda.blockIdx.x] = 2 * a[cuda.blockIdx.x]
        last[0] = cuda.atomic.add(count, 0, 1)
    cuda.syncthreads()
    if last[0] == cuda.gridDim.x - 1 and t < cuda.gridDim.x:
        out[t] = partial[t] + 1


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (6,), "block": (32,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 99, 6)"),
             ("partial", "np.zeros(6, np.int64)"),
             ("count", "np.zeros(1, np.int32)"),
             ("out", "np.zeros(6, np.int64)")],
    "expected": {"kind": "data_race",
                 "want": {"partial": "2 * a", "out": "2 * a + 1"},
                 "findings": [{"key": "data_race.write_read.blocks", "line": 15, "at": "out[t] = partial[t] + 1", "severity": "error", "other": 11}]},
}
