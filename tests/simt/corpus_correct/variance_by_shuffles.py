"""Count, mean and spread are merged in pairs across the warp, after Chan."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(a, out):
    lane = cuda.laneid
    r = cuda.grid(1) // 32
    n = 0.0
    mean = 0.0
    m2 = 0.0
    for c in range(lane, a.shape[1], 32):
        n += 1.0
        d = a[r, c] - mean
        mean += d / n
        m2 += d * (a[r, c] - mean)
    for step in (16, 8, 4, 2, 1):
        n2 = cuda.shfl_xor_sync(0xFFFFFFFF, n, step)
        mean2 = cuda.shfl_xor_sync(0xFFFFFFFF, mean, step)
        m22 = cuda.shfl_xor_sync(0xFFFFFFFF, m2, step)
        if n + n2 > 0:
            d = mean2 - mean
            m2 += m22 + d * d * n * n2 / (n + n2)
            mean = (n * mean + n2 * mean2) / (n + n2)
            n += n2
    if lane == 0:
        out[r] = m2 / n


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2,), "block": (64,)},
    "seed": 70,
    "args": [("a", "rng.random((4, 50))"), ("out", "np.zeros(4)")],
    "outputs": ("out",),
    "expected": {"kind": "ok", "values": {"out": "a.var(axis=1)"}, "rtol": 1e-9},
}
