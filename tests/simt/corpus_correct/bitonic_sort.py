"""The lower thread of each pair compares and swaps both."""
from numba import cuda, int64
import numpy as np


@cuda.jit
def kernel(a):
    s = cuda.shared.array(64, int64)
    t = cuda.threadIdx.x
    s[t] = a[t]
    cuda.syncthreads()
    k = 2
    while k <= 64:
        j = k // 2
        while j > 0:
            p = t ^ j
            if p > t:
                up = (t & k) == 0
                if (s[t] > s[p]) == up:
                    v = s[t]
                    s[t] = s[p]
                    s[p] = v
            cuda.syncthreads()
            j //= 2
        k *= 2
    a[t] = s[t]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (64,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 999, 64)")],
    "expected": {"kind": "ok",
                 "values": {"a": "np.sort(a)"}},
}
