"""A barrier for the grid, made by hand: a counter that all blocks raise and then watch."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(a, half, arrived, out):
    i = cuda.grid(1)
    half[i] = a[i] // 2
    cuda.threadfence()
    cuda.syncthreads()
    if cuda.threadIdx.x == 0:
        cuda.atomic.add(arrived, 0, 1)
        while cuda.atomic.add(arrived, 0, 0) < cuda.gridDim.x:
            pass
        cuda.threadfence()
    cuda.syncthreads()
    out[i] = half[half.size - 1 - i]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (4,), "block": (32,)},
    "seed": 13,
    "args": [("a", "rng.integers(0, 99, 128)"), ("half", "np.zeros(128, np.int64)"),
             ("arrived", "np.zeros(1, np.int32)"), ("out", "np.zeros(128, np.int64)")],
    "outputs": ("half", "out"),
    "expected": {"kind": "ok", "values": {"out": "(a // 2)[::-1]"}},
}
