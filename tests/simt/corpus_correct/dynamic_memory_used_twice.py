"""The same bytes hold integers first, and behind a barrier they hold floats."""
from numba import cuda, int64, float64
import numpy as np


@cuda.jit
def kernel(a, out):
    whole = cuda.shared.array(0, int64)
    real = cuda.shared.array(0, float64)
    t = cuda.threadIdx.x
    whole[t] = a[t]
    cuda.syncthreads()
    mine = whole[(t + 1) % 32]
    cuda.syncthreads()
    real[t] = mine / 4
    cuda.syncthreads()
    out[t] = real[31 - t]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (32,), "shared_bytes": 256},
    "seed": 45,
    "args": [("a", "rng.integers(0, 999, 32)"), ("out", "np.zeros(32)")],
    "outputs": ("out",),
    "expected": {"kind": "ok", "values": {"out": "np.roll(a, -1)[::-1] / 4"}},
}
