"""One pass over the data: each block waits for the flag of the one before it, adds its own sum and raises its flag."""
from numba import cuda, int64
import numpy as np


@cuda.jit
def kernel(a, ticket, flag, prefix, out):
    s = cuda.shared.array(32, int64)
    before = cuda.shared.array(1, int64)
    mine = cuda.shared.array(1, int64)
    t = cuda.threadIdx.x
    if t == 0:
        mine[0] = cuda.atomic.add(ticket, 0, 1)
    cuda.syncthreads()
    b = mine[0]
    i = b * 32 + t
    s[t] = a[i]
    cuda.syncthreads()
    if t == 0:
        total = 0
        for k in range(32):
            total += s[k]
            s[k] = total
        start = 0
        if b > 0:
            while cuda.atomic.add(flag, b - 1, 0) == 0:
                pass
            cuda.threadfence()
            start = prefix[b - 1]
        prefix[b] = start + total
        cuda.threadfence()
        cuda.atomic.exch(flag, b, 1)
        before[0] = start
    cuda.syncthreads()
    out[i] = s[t] + before[0]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (6,), "block": (32,)},
    "seed": 9,
    "args": [("a", "rng.integers(0, 99, 192)"), ("ticket", "np.zeros(1, np.int32)"), ("flag", "np.zeros(6, np.int32)"),
             ("prefix", "np.zeros(6, np.int64)"), ("out", "np.zeros(192, np.int64)")],
    "outputs": ("prefix", "out"),
    "expected": {"kind": "ok", "values": {"out": "np.cumsum(a)"}},
}
