"""Block 0 fills an array and raises a flag; the other block waits for it with an atomic."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(a, box, flag, out):
    t = cuda.threadIdx.x
    if cuda.blockIdx.x == 0:
        box[t] = 2 * a[t]
        cuda.threadfence()
        cuda.syncthreads()
        if t == 0:
            cuda.atomic.exch(flag, 0, 1)
    else:
        if t == 0:
            while cuda.atomic.cas(flag, 0, 1, 1) == 0:
                pass
            cuda.threadfence()
        cuda.syncthreads()
        out[t] = box[31 - t] + 1


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2,), "block": (32,)},
    "seed": 11,
    "args": [("a", "rng.integers(0, 99, 32)"), ("box", "np.zeros(32, np.int64)"), ("flag", "np.zeros(1, np.int32)"),
             ("out", "np.zeros(32, np.int64)")],
    "outputs": ("box", "out"),
    "expected": {"kind": "ok", "values": {"out": "2 * a[::-1] + 1"}},
}
