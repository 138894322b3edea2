"""The block that waits has the lower number: blocks start in no order that one may count on."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(a, box, flag, out):
    t = cuda.threadIdx.x
    if cuda.blockIdx.x == 0:
        if t == 0:
            while cuda.atomic.add(flag, 0, 0) == 0:
                pass
            cuda.threadfence()
        cuda.syncthreads()
        out[t] = box[t] + 1
    else:
        box[t] = 2 * a[t]
        cuda.threadfence()
        cuda.syncthreads()
        if t == 0:
            cuda.atomic.add(flag, 0, 1)


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2,), "block": (32,)},
    "seed": 12,
    "args": [("a", "rng.integers(0, 99, 32)"), ("box", "np.zeros(32, np.int64)"), ("flag", "np.zeros(1, np.int32)"),
             ("out", "np.zeros(32, np.int64)")],
    "outputs": ("box", "out"),
    "expected": {"kind": "ok", "values": {"out": "2 * a + 1"}},
}
