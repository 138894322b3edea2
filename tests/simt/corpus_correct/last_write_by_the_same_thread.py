"""A thread writes one cell twice; behind the barrier another reads it."""
from numba import cuda, int64
import numpy as np


@cuda.jit
def kernel(a, out):
    s = cuda.shared.array(32, int64)
    t = cuda.threadIdx.x
    s[t] = 0
    for k in range(3):
        s[t] = s[t] + a[t] * k
    cuda.syncthreads()
    out[t] = s[(t + 5) % 32]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (32,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 99, 32)"),
             ("out", "np.zeros(32, np.int64)")],
    "outputs": ("out",),
    "expected": {"kind": "ok",
                 "values": {"out": "3 * np.roll(a, -5)"}},
}
