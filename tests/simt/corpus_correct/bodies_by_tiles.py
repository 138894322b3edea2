"""All pairs of bodies, a tile of them at a time in shared memory; the last tile is not full."""
import math
from numba import cuda, float64
import numpy as np


@cuda.jit
def kernel(x, m, force):
    sx = cuda.shared.array(32, float64)
    sm = cuda.shared.array(32, float64)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    n = x.size
    mine = x[i] if i < n else 0.0
    f = 0.0
    for start in range(0, n, 32):
        if start + t < n:
            sx[t] = x[start + t]
            sm[t] = m[start + t]
        cuda.syncthreads()
        for k in range(min(32, n - start)):
            d = sx[k] - mine
            f += sm[k] * d / math.sqrt(d * d + 0.01) ** 3
        cuda.syncthreads()
    if i < n:
        force[i] = f


def reference(x, m):
    d = x[None, :] - x[:, None]
    return (m * d / np.sqrt(d * d + 0.01) ** 3).sum(1)


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2,), "block": (32,)},
    "seed": 29,
    "args": [("x", "rng.random(50)"), ("m", "rng.random(50)"), ("force", "np.zeros(50)")],
    "outputs": ("force",),
    "expected": {"kind": "ok", "values": {"force": "reference(x, m)"}, "rtol": 1e-9},
}
