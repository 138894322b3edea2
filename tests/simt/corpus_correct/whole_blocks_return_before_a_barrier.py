"""A surplus block returns as a whole, so that no barrier waits for it."""
from numba import cuda, int64
import numpy as np


@cuda.jit
def kernel(a, out):
    tile = cuda.shared.array(32, int64)
    t = cuda.threadIdx.x
    if cuda.blockIdx.x * 32 >= a.size:
        return
    tile[t] = a[cuda.grid(1)]
    cuda.syncthreads()
    out[cuda.grid(1)] = tile[t ^ 1]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (4,), "block": (32,)},
    "seed": 1,
    "args": [("a", "np.arange(64)"),
             ("out", "np.zeros(64, np.int64)")],
    "outputs": ("out",),
    "expected": {"kind": "ok",
                 "values": {"out": "a.reshape(-1, 2)[:, ::-1].ravel()"}},
}
