"""The barrier counts, and orders as any barrier does."""
from numba import cuda, int64
import numpy as np


@cuda.jit
def kernel(a, out):
    s = cuda.shared.array(64, int64)
    t = cuda.threadIdx.x
    s[t] = a[t]
    n = cuda.syncthreads_count(int(a[t] > 50))
    out[t] = s[63 - t] + n


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (64,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 99, 64)"),
             ("out", "np.zeros(64, np.int64)")],
    "outputs": ("out",),
    "expected": {"kind": "ok",
                 "values": {"out": "a[::-1] + (a > 50).sum()"}},
}
