"""A matrix times a vector; the vector comes by segments into shared memory, which all rows read."""
from numba import cuda, float64
import numpy as np


@cuda.jit
def kernel(a, x, y):
    part = cuda.shared.array(32, float64)
    t = cuda.threadIdx.x
    r = cuda.grid(1)
    total = 0.0
    for start in range(0, x.size, 32):
        here = min(32, x.size - start)
        if t < here:
            part[t] = x[start + t]
        cuda.syncthreads()
        if r < y.size:
            for k in range(here):
                total += a[r, start + k] * part[k]
        cuda.syncthreads()
    if r < y.size:
        y[r] = total


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2,), "block": (32,)},
    "seed": 64,
    "args": [("a", "rng.integers(0, 9, (50, 70)).astype(np.float64)"), ("x", "rng.integers(0, 9, 70).astype(np.float64)"),
             ("y", "np.zeros(50)")],
    "outputs": ("y",),
    "expected": {"kind": "ok", "values": {"y": "a @ x"}},
}
