"""One tile serves several rounds; a barrier before it is filled again."""
from numba import cuda, int64
import numpy as np


@cuda.jit
def kernel(a, out):
    s = cuda.shared.array(32, int64)
    t = cuda.threadIdx.x
    acc = 0
    for base in range(0, a.size, 32):
        s[t] = a[base + t]
        cuda.syncthreads()
        for k in range(32):
            if s[k] < a[t]:
                acc += 1
        cuda.syncthreads()
    out[t] = acc


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (32,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 99, 96)"),
             ("out", "np.zeros(32, np.int64)")],
    "outputs": ("out",),
    "expected": {"kind": "ok",
                 "values": {"out": "(a[None, :] < a[:32, None]).sum(1)"}},
}
