"""More bins than threads: they are zeroed and merged in strides."""
from numba import cuda, int32
import numpy as np


BINS = 100


@cuda.jit
def kernel(a, bins):
    mine = cuda.shared.array(BINS, int32)
    t = cuda.threadIdx.x
    for k in range(t, BINS, cuda.blockDim.x):
        mine[k] = 0
    cuda.syncthreads()
    i = cuda.grid(1)
    if i < a.size:
        cuda.atomic.add(mine, a[i], 1)
    cuda.syncthreads()
    for k in range(t, BINS, cuda.blockDim.x):
        if mine[k] > 0:
            cuda.atomic.add(bins, k, mine[k])


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (8,), "block": (32,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 100, 250)"),
             ("bins", "np.zeros(100, np.int32)")],
    "expected": {"kind": "ok",
                 "values": {"bins": "np.bincount(a, minlength=100).astype(np.int32)"}},
}
