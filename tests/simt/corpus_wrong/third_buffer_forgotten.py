"""Two tiles in rotation with one barrier a round need the barrier behind the filling, not before it."""
from numba import cuda, int64
import numpy as np


@cuda.jit
def kernel(a, out):
    tiles = cuda.shared.array((2, 32), int64)
    t = cuda.threadIdx.x
    total = 0
    for r in range(a.shape[0]):
        cuda.syncthreads()
        tiles[r % 2, t] = a[r, t]
        total += tiles[r % 2, 31 - t]
    out[t] = total


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (32,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 99, (4, 32))"),
             ("out", "np.zeros(32, np.int64)")],
    "expected": {"kind": "data_race",
                 "findings": [{"key": "data_race.write_read", "line": 14, "at": "total += tiles[r % 2, 31 - t]", "severity": "error", "other": 13, "count": 32}]},
}
