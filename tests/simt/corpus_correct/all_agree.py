"""A block leaves as a whole when all of its values are in order."""
from numba import cuda, int32
import numpy as np


@cuda.jit
def kernel(a, out):
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    fine = int32(t == 0 or a[i - 1] <= a[i])
    if cuda.syncthreads_and(fine):
        if t == 0:
            out[cuda.blockIdx.x] = 1
        return
    cuda.syncthreads()
    if t == 0:
        out[cuda.blockIdx.x] = -1


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (4,), "block": (48,)},
    "seed": 17,
    "args": [("a", "np.concatenate([np.arange(48), rng.integers(0, 9, 48), np.arange(48) // 5, -np.arange(48)])"),
             ("out", "np.zeros(4, np.int32)")],
    "outputs": ("out",),
    "expected": {"kind": "ok", "values": {"out": "np.array([1, -1, 1, -1])"}},
}
