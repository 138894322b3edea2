"""Thread 0 zeroes, all count, thread 0 stores, a barrier between each."""
from numba import cuda, int32
import numpy as np


@cuda.jit
def kernel(a, out):
    c = cuda.shared.array(1, int32)
    t = cuda.threadIdx.x
    if t == 0:
        c[0] = 0
    cuda.syncthreads()
    if a[cuda.grid(1)] % 2 == 0:
        cuda.atomic.add(c, 0, 1)
    cuda.syncthreads()
    if t == 0:
        out[cuda.blockIdx.x] = c[0]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (3,), "block": (64,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 99, 192)"),
             ("out", "np.zeros(3, np.int32)")],
    "outputs": ("out",),
    "expected": {"kind": "ok",
                 "values": {"out": "(a.reshape(3, 64) % 2 == 0).sum(1).astype(np.int32)"}},
}
