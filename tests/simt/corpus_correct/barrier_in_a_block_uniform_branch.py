"""Whole blocks take a branch with a barrier, others do not."""
from numba import cuda, int64
import numpy as np


@cuda.jit
def kernel(a, out):
    tile = cuda.shared.array(32, int64)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    if cuda.blockIdx.x % 2 == 0:
        tile[t] = a[i]
        cuda.syncthreads()
        out[i] = tile[31 - t]
    else:
        out[i] = a[i]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (4,), "block": (32,)},
    "seed": 1,
    "args": [("a", "np.arange(128)"),
             ("out", "np.zeros(128, np.int64)")],
    "outputs": ("out",),
    "expected": {"kind": "ok",
                 "values": {"out": "np.concatenate([a[:32][::-1], a[32:64], a[64:96][::-1], a[96:]])"}},
}
