"""Each round reads into a variable, waits, then writes, and waits again."""
from numba import cuda, int64
import numpy as np


@cuda.jit
def kernel(a, out):
    s = cuda.shared.array(64, int64)
    t = cuda.threadIdx.x
    s[t] = a[t]
    cuda.syncthreads()
    step = 32
    while step > 0:
        v = s[t] + s[(t + step) % 64]
        cuda.syncthreads()
        s[t] = v
        cuda.syncthreads()
        step //= 2
    out[t] = s[t]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (64,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 99, 64)"),
             ("out", "np.zeros(64, np.int64)")],
    "outputs": ("out",),
    "expected": {"kind": "ok",
                 "values": {"out": "np.full(64, a.sum())"}},
}
