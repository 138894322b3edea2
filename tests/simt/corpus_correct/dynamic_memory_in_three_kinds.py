"""Float64, int32 and bytes in one dynamic allocation, each behind the other."""
from numba import cuda, float64, int32, uint8
import numpy as np


@cuda.jit
def kernel(a, out):
    wide = cuda.shared.array(0, float64)
    whole = cuda.shared.array(0, int32)
    small = cuda.shared.array(0, uint8)
    n = cuda.blockDim.x
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    wide[t] = a[i] / 2
    whole[2 * n + t] = a[i] * 3
    small[12 * n + t] = a[i] & 0xFF
    cuda.syncthreads()
    k = n - 1 - t
    out[i] = wide[k] + whole[2 * n + k] + small[12 * n + k]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2,), "block": (32,), "shared_bytes": 416},
    "seed": 44,
    "args": [("a", "rng.integers(0, 999, 64)"), ("out", "np.zeros(64)")],
    "outputs": ("out",),
    "expected": {"kind": "ok",
                 "values": {"out": "(a / 2 + 3 * a + (a & 255)).reshape(2, 32)[:, ::-1].reshape(-1)"}},
}
