"""Gauss without pivots: the factor of a row is read by the whole row before its first cell is cleared."""
from numba import cuda, float64
import numpy as np


@cuda.jit
def kernel(a, out):
    m = cuda.shared.array((6, 7), float64)
    x, y = cuda.threadIdx.x, cuda.threadIdx.y
    m[y, x] = a[y, x]
    cuda.syncthreads()
    for k in range(6):
        factor = m[y, k] / m[k, k]
        pivot = m[k, x]
        cuda.syncthreads()
        if y != k:
            m[y, x] -= factor * pivot
        cuda.syncthreads()
    if x == 6:
        out[y] = m[y, 6] / m[y, y]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (7, 6)},
    "seed": 61,
    "args": [("a", "rng.random((6, 7)) + 6 * np.eye(6, 7)"), ("out", "np.zeros(6)")],
    "outputs": ("out",),
    "expected": {"kind": "ok", "values": {"out": "np.linalg.solve(a[:, :6], a[:, 6])"}, "rtol": 1e-9},
}
