"""Each thread keeps four results in local memory; a tile of 16 by 16 is worked on by 64 threads."""
from numba import cuda, float64
import numpy as np


@cuda.jit
def kernel(a, b, out):
    sa = cuda.shared.array((16, 16), float64)
    sb = cuda.shared.array((16, 16), float64)
    acc = cuda.local.array((2, 2), float64)
    tx, ty = cuda.threadIdx.x, cuda.threadIdx.y
    r0, c0 = cuda.blockIdx.y * 16, cuda.blockIdx.x * 16
    for p in range(2):
        for q in range(2):
            acc[p, q] = 0.0
    for k0 in range(0, a.shape[1], 16):
        for p in range(2):
            for q in range(2):
                r, c = ty + 8 * p, tx + 8 * q
                sa[r, c] = a[r0 + r, k0 + c]
                sb[r, c] = b[k0 + r, c0 + c]
        cuda.syncthreads()
        for k in range(16):
            for p in range(2):
                for q in range(2):
                    acc[p, q] += sa[ty + 8 * p, k] * sb[k, tx + 8 * q]
        cuda.syncthreads()
    for p in range(2):
        for q in range(2):
            out[r0 + ty + 8 * p, c0 + tx + 8 * q] = acc[p, q]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2, 1), "block": (8, 8)},
    "seed": 26,
    "args": [("a", "rng.integers(0, 9, (16, 32)).astype(np.float64)"),
             ("b", "rng.integers(0, 9, (32, 32)).astype(np.float64)"), ("out", "np.zeros((16, 32))")],
    "outputs": ("out",),
    "expected": {"kind": "ok", "values": {"out": "a @ b"}},
}
