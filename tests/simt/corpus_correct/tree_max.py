"""The largest element, with the smallest number as the neutral one."""
from numba import cuda, int64
import numpy as np


@cuda.jit
def kernel(a, out):
    s = cuda.shared.array(32, int64)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    if i < a.size:
        s[t] = a[i]
    else:
        s[t] = -1000
    cuda.syncthreads()
    step = 16
    while step > 0:
        if t < step and s[t + step] > s[t]:
            s[t] = s[t + step]
        cuda.syncthreads()
        step //= 2
    if t == 0:
        out[cuda.blockIdx.x] = s[0]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2,), "block": (32,)},
    "seed": 1,
    "args": [("a", "rng.integers(-99, 99, 50)"),
             ("out", "np.zeros(2, np.int64)")],
    "outputs": ("out",),
    "expected": {"kind": "ok",
                 "values": {"out": "np.array([a[:32].max(), a[32:].max()])"}},
}
