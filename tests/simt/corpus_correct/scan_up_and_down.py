"""Blelloch's exclusive scan: up the tree and down again."""
from numba import cuda, int64
import numpy as np


N = 64


@cuda.jit
def kernel(a, out):
    s = cuda.shared.array(N, int64)
    t = cuda.threadIdx.x
    s[2 * t] = a[2 * t]
    s[2 * t + 1] = a[2 * t + 1]
    step = 1
    d = N // 2
    while d > 0:
        cuda.syncthreads()
        if t < d:
            s[step * (2 * t + 2) - 1] += s[step * (2 * t + 1) - 1]
        step *= 2
        d //= 2
    if t == 0:
        s[N - 1] = 0
    d = 1
    while d < N:
        step //= 2
        cuda.syncthreads()
        if t < d:
            i = step * (2 * t + 1) - 1
            j = step * (2 * t + 2) - 1
            left = s[i]
            s[i] = s[j]
            s[j] += left
        d *= 2
    cuda.syncthreads()
    out[2 * t] = s[2 * t]
    out[2 * t + 1] = s[2 * t + 1]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (32,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 99, 64)"),
             ("out", "np.zeros(64, np.int64)")],
    "outputs": ("out",),
    "expected": {"kind": "ok",
                 "values": {"out": "np.cumsum(a) - a"}},
}
