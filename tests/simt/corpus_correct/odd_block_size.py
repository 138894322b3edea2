"""A block of 50 threads: the second warp is not full."""
from numba import cuda, int64
import numpy as np


@cuda.jit
def kernel(a, out):
    s = cuda.shared.array(50, int64)
    t = cuda.threadIdx.x
    s[t] = a[cuda.grid(1)]
    cuda.syncthreads()
    out[cuda.grid(1)] = s[49 - t]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (3,), "block": (50,)},
    "seed": 1,
    "args": [("a", "np.arange(150)"),
             ("out", "np.zeros(150, np.int64)")],
    "outputs": ("out",),
    "expected": {"kind": "ok",
                 "values": {"out": "a.reshape(3, 50)[:, ::-1].ravel()"}},
}
