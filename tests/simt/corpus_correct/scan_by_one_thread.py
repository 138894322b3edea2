"""One thread runs over the tile; the others wait at the barrier."""
from numba import cuda, int64
import numpy as np


@cuda.jit
def kernel(a, out):
    s = cuda.shared.array(32, int64)
    t = cuda.threadIdx.x
    s[t] = a[cuda.grid(1)]
    cuda.syncthreads()
    if t == 0:
        for k in range(1, 32):
            s[k] += s[k - 1]
    cuda.syncthreads()
    out[cuda.grid(1)] = s[t]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2,), "block": (32,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 99, 64)"),
             ("out", "np.zeros(64, np.int64)")],
    "outputs": ("out",),
    "expected": {"kind": "ok",
                 "values": {"out": "np.cumsum(a.reshape(2, 32), 1).ravel()"}},
}
