"""The flag may be seen before the prefix that it stands for."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(a, flag, prefix):
    b = cuda.blockIdx.x
    start = 0
    if b > 0:
        while cuda.atomic.add(flag, b - 1, 0) == 0:
            pass
        start = prefix[b - 1]
    prefix[b] = start + a[b]
    cuda.atomic.exch(flag, b, 1)


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (4,), "block": (1,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 9, 4)"),
             ("flag", "np.zeros(4, np.int32)"),
             ("prefix", "np.zeros(4, np.int64)")],
    "expected": {"kind": "data_race",
                 "findings": [{"key": "data_race.read_write.blocks", "line": 14, "at": "prefix[b] = start + a[b]", "severity": "error", "other": 13}]},
}
