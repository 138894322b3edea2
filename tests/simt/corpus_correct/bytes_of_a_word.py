"""Neighbouring threads write neighbouring bytes of one word: different cells."""
from numba import cuda, uint8
import numpy as np


@cuda.jit
def kernel(a, out):
    s = cuda.shared.array(64, uint8)
    t = cuda.threadIdx.x
    s[t] = a[t]
    cuda.syncthreads()
    out[t] = s[t ^ 3]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (64,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 256, 64).astype(np.uint8)"),
             ("out", "np.zeros(64, np.uint8)")],
    "outputs": ("out",),
    "expected": {"kind": "ok",
                 "values": {"out": "a[np.arange(64) ^ 3]"}},
}
