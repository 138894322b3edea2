"""One thread adds up the tile that all have filled."""
from numba import cuda, int64
import numpy as np


@cuda.jit
def kernel(a, out):
    s = cuda.shared.array(40, int64)
    t = cuda.threadIdx.x
    s[t] = a[cuda.grid(1)]
    cuda.syncthreads()
    if t == 0:
        total = 0
        for k in range(40):
            total += s[k]
        out[cuda.blockIdx.x] = total


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (3,), "block": (40,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 99, 120)"),
             ("out", "np.zeros(3, np.int64)")],
    "outputs": ("out",),
    "expected": {"kind": "ok",
                 "values": {"out": "a.reshape(3, 40).sum(1)"}},
}
