"""A tree within one warp, a syncwarp behind every step."""
from numba import cuda, int64
import numpy as np


@cuda.jit
def kernel(a, out):
    s = cuda.shared.array(32, int64)
    t = cuda.threadIdx.x
    s[t] = a[cuda.grid(1)]
    cuda.syncwarp()
    step = 16
    while step > 0:
        if t < step:
            s[t] += s[t + step]
        cuda.syncwarp()
        step //= 2
    if t == 0:
        out[cuda.blockIdx.x] = s[0]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (3,), "block": (32,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 99, 96)"),
             ("out", "np.zeros(3, np.int64)")],
    "outputs": ("out",),
    "expected": {"kind": "ok",
                 "values": {"out": "a.reshape(3, 32).sum(1)"}},
}
