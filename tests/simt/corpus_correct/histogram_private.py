"""Bins of the block's own in shared memory: zeroed, filled with atomics, merged with atomics; a barrier between."""
from numba import cuda, int32
import numpy as np


BINS = 16


@cuda.jit
def kernel(a, bins):
    mine = cuda.shared.array(BINS, int32)
    t = cuda.threadIdx.x
    if t < BINS:
        mine[t] = 0
    cuda.syncthreads()
    for i in range(cuda.grid(1), a.size, cuda.gridsize(1)):
        cuda.atomic.add(mine, a[i], 1)
    cuda.syncthreads()
    if t < BINS:
        cuda.atomic.add(bins, t, mine[t])


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (3,), "block": (64,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 16, 1000)"),
             ("bins", "np.zeros(16, np.int32)")],
    "expected": {"kind": "ok",
                 "values": {"bins": "np.bincount(a, minlength=16).astype(np.int32)"}},
}
