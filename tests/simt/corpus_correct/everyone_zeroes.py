"""All threads store the same value: wasteful, and no more than a warning."""
from numba import cuda, int32
import numpy as np


@cuda.jit
def kernel(a, out):
    c = cuda.shared.array(1, int32)
    c[0] = 0
    cuda.syncthreads()
    cuda.atomic.add(c, 0, a[cuda.grid(1)])
    cuda.syncthreads()
    if cuda.threadIdx.x == 0:
        out[cuda.blockIdx.x] = c[0]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (3,), "block": (64,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 9, 192).astype(np.int32)"),
             ("out", "np.zeros(3, np.int32)")],
    "outputs": ("out",),
    "expected": {"kind": "ok",
                 "values": {"out": "a.reshape(3, 64).sum(1).astype(np.int32)"},
                 "findings": [{"key": "data_race", "line": 9, "at": "c[0] = 0", "severity": "warning"}]},
}
