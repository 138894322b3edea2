"""Each block leaves its sum, fences, and counts; the block that counts last adds them all up."""
from numba import cuda, int64, int32
import numpy as np


@cuda.jit
def kernel(a, partial, count, out):
    s = cuda.shared.array(32, int64)
    last = cuda.shared.array(1, int32)
    t = cuda.threadIdx.x
    s[t] = a[cuda.grid(1)]
    cuda.syncthreads()
    if t == 0:
        total = 0
        for k in range(32):
            total += s[k]
        partial[cuda.blockIdx.x] = total
        cuda.threadfence()
        last[0] = cuda.atomic.add(count, 0, 1)
    cuda.syncthreads()
    if last[0] == cuda.gridDim.x - 1 and t == 0:
        total = 0
        for k in range(cuda.gridDim.x):
            total += partial[k]
        out[0] = total


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (5,), "block": (32,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 99, 160)"),
             ("partial", "np.zeros(5, np.int64)"),
             ("count", "np.zeros(1, np.int32)"),
             ("out", "np.zeros(1, np.int64)")],
    "outputs": ("out", "partial",),
    "expected": {"kind": "ok",
                 "values": {"out": "np.array([a.sum()])"}},
}
