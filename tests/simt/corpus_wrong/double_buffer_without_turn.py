"""The buffers do not change roles: all read and write one."""
from numba import cuda, int64
import numpy as np


@cuda.jit
def kernel(a, out):
    s = cuda.shared.array((2, 32), int64)
    t = cuda.threadIdx.x
    s[0, t] = a[t]
    cuda.syncthreads()
    for r in range(3):
        s[0, t] = s[0, (t + 1) % 32] + 1
        cuda.syncthreads()
    out[t] = s[0, t]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (32,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 9, 32)"),
             ("out", "np.zeros(32, np.int64)")],
    "expected": {"kind": "data_race",
                 "want": {"out": "np.roll(a, -3) + 3"},
                 "findings": [{"key": "data_race.read_write", "line": 13, "at": "s[0, t] = s[0, (t + 1) % 32] + 1", "severity": "error"}]},
}
