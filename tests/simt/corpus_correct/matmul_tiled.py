"""Two tiles, a barrier behind the filling and one behind the reading."""
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
    for k in range(a.shape[1] // T):
        sa[y, x] = a[i, k * T + x]
        sb[y, x] = b[k * T + y, j]
        cuda.syncthreads()
        for m in range(T):
            acc += sa[y, m] * sb[m, x]
        cuda.syncthreads()
    c[i, j] = acc


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2, 3), "block": (8, 8)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 9, (24, 32))"),
             ("b", "rng.integers(0, 9, (32, 16))"),
             ("c", "np.zeros((24, 16), np.int64)")],
    "outputs": ("c",),
    "expected": {"kind": "ok",
                 "values": {"c": "a @ b"}},
}
