"""A block of 32 by 4: a warp a row, its lanes along the columns, no barrier anywhere."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(a, out):
    r = cuda.blockIdx.x * cuda.blockDim.y + cuda.threadIdx.y
    if r < a.shape[0]:
        top = -1
        for c in range(cuda.threadIdx.x, a.shape[1], 32):
            top = max(top, a[r, c])
        for step in (1, 2, 4, 8, 16):
            top = max(top, cuda.shfl_xor_sync(0xFFFFFFFF, top, step))
        if cuda.threadIdx.x == 0:
            out[r] = top


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (3,), "block": (32, 4)},
    "seed": 56,
    "args": [("a", "rng.integers(0, 999, (10, 75))"), ("out", "np.zeros(10, np.int64)")],
    "outputs": ("out",),
    "expected": {"kind": "ok", "values": {"out": "a.max(1)"}},
}
