"""Where a run starts, a scan of the starts says its number; its length is counted by atomics."""
from numba import cuda, int32
import numpy as np


@cuda.jit
def kernel(a, value, length):
    number = cuda.shared.array(64, int32)
    t = cuda.threadIdx.x
    number[t] = 1 if t == 0 or a[t] != a[t - 1] else 0
    cuda.syncthreads()
    step = 1
    while step < 64:
        left = number[t - step] if t >= step else 0
        cuda.syncthreads()
        number[t] += left
        cuda.syncthreads()
        step *= 2
    run = number[t] - 1
    if t == 0 or number[t - 1] != number[t]:
        value[run] = a[t]
    cuda.atomic.add(length, run, 1)


def starts(a):
    return np.flatnonzero(np.r_[True, a[1:] != a[:-1]])


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (64,)},
    "seed": 58,
    "args": [("a", "np.repeat(np.arange(20) % 3, 4)[:64].astype(np.int32)"), ("value", "np.full(64, -1, np.int32)"),
             ("length", "np.zeros(64, np.int32)")],
    "expected": {"kind": "ok",
                 "values": {"value": "np.r_[a[starts(a)], np.full(64 - starts(a).size, -1)]",
                            "length": "np.r_[np.diff(np.r_[starts(a), 64]), np.zeros(64 - starts(a).size, int)]"}},
}
