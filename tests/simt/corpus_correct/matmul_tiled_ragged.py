"""Cells outside the matrices are filled with zeros, so that every cell is written before it is read."""
from numba import cuda, int64
import numpy as np


T = 8


@cuda.jit
def kernel(a, b, c):
    sa = cuda.shared.array((T, T), int64)
    sb = cuda.shared.array((T, T), int64)
    x, y = cuda.threadIdx.x, cuda.threadIdx.y
    j, i = cuda.grid(2)
    acc = 0
    for k in range((a.shape[1] + T - 1) // T):
        sa[y, x] = a[i, k * T + x] if i < a.shape[0] and k * T + x < a.shape[1] else 0
        sb[y, x] = b[k * T + y, j] if k * T + y < b.shape[0] and j < b.shape[1] else 0
        cuda.syncthreads()
        for m in range(T):
            acc += sa[y, m] * sb[m, x]
        cuda.syncthreads()
    if i < c.shape[0] and j < c.shape[1]:
        c[i, j] = acc


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2, 2), "block": (8, 8)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 9, (13, 19))"),
             ("b", "rng.integers(0, 9, (19, 11))"),
             ("c", "np.zeros((13, 11), np.int64)")],
    "outputs": ("c",),
    "expected": {"kind": "ok",
                 "values": {"c": "a @ b"}},
}
