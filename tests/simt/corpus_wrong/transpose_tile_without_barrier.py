"""The tile is read along the other axis at once."""
from numba import cuda, int64
import numpy as np


@cuda.jit
def kernel(src, dst):
    tile = cuda.shared.array((16, 16), int64)
    x, y = cuda.threadIdx.x, cuda.threadIdx.y
    tile[y, x] = src[y, x]
    dst[y, x] = tile[x, y]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (16, 16)},
    "seed": 1,
    "args": [("src", "rng.integers(0, 99, (16, 16))"),
             ("dst", "np.zeros((16, 16), np.int64)")],
    "expected": {"kind": "data_race",
                 "want": {"dst": "src.T"},
                 "findings": [{"key": "data_race.write_read", "line": 11, "at": "dst[y, x] = tile[x, y]", "severity": "error", "other": 10}]},
}
