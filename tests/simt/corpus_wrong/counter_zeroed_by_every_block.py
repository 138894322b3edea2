"""A global counter is zeroed in the kernel: other blocks may be counting already."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(a, out):
    if cuda.threadIdx.x == 0:
        out[0] = 0
    cuda.syncthreads()
    cuda.atomic.add(out, 0, a[cuda.grid(1)])


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2,), "block": (32,)},
    "seed": 1,
    "args": [("a", "rng.integers(1, 99, 64)"),
             ("out", "np.zeros(1, np.int64)")],
    "expected": {"kind": "data_race",
                 "want": {"out": "a.sum(keepdims=True)"},
                 "findings": [{"key": "data_race.atomic.blocks", "line": 11, "at": "cuda.atomic.add(out, 0, a[cuda.grid(1)])", "severity": "error", "other": 9}],
                 "maybe": [{"key": "data_race", "line": 9, "at": "out[0] = 0"}]},
}
