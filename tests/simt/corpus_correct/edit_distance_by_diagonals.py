"""Dynamic programming along the diagonals: all cells of one are independent, a barrier comes behind each."""
from numba import cuda, int32
import numpy as np


@cuda.jit
def kernel(a, b, out):
    d = cuda.shared.array((13, 11), int32)
    t = cuda.threadIdx.x
    if t <= a.size:
        d[t, 0] = t
    if t <= b.size:
        d[0, t] = t
    cuda.syncthreads()
    for diagonal in range(2, a.size + b.size + 1):
        i = t + 1
        j = diagonal - i
        if i <= a.size and 1 <= j <= b.size:
            change = 0 if a[i - 1] == b[j - 1] else 1
            d[i, j] = min(d[i - 1, j] + 1, d[i, j - 1] + 1, d[i - 1, j - 1] + change)
        cuda.syncthreads()
    if t == 0:
        out[0] = d[a.size, b.size]


def reference(a, b):
    d = np.add.outer(np.arange(a.size + 1), np.arange(b.size + 1))
    for i in range(1, a.size + 1):
        for j in range(1, b.size + 1):
            d[i, j] = min(d[i - 1, j] + 1, d[i, j - 1] + 1, d[i - 1, j - 1] + (a[i - 1] != b[j - 1]))
    return d[-1, -1]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (32,)},
    "seed": 59,
    "args": [("a", "rng.integers(0, 3, 12).astype(np.uint8)"), ("b", "rng.integers(0, 3, 10).astype(np.uint8)"),
             ("out", "np.zeros(1, np.int32)")],
    "outputs": ("out",),
    "expected": {"kind": "ok", "values": {"out": "np.array([reference(a, b)])"}},
}
