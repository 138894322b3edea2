"""Pairs of neighbours in two phases, a barrier behind each."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(a):
    t = cuda.threadIdx.x
    n = a.size
    for phase in range(n):
        i = 2 * t + phase % 2
        if i + 1 < n and a[i] > a[i + 1]:
            a[i], a[i + 1] = a[i + 1], a[i]
        cuda.syncthreads()


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (32,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 999, 45)")],
    "expected": {"kind": "ok",
                 "values": {"a": "np.sort(a)"}},
}
