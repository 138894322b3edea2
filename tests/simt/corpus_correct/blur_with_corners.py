"""A tile with a rim of one on every side, loaded in strides by a flat thread number."""
from numba import cuda, float64
import numpy as np


@cuda.jit
def kernel(a, out):
    tile = cuda.shared.array((10, 10), float64)
    tx, ty = cuda.threadIdx.x, cuda.threadIdx.y
    x0, y0 = cuda.blockIdx.x * 8, cuda.blockIdx.y * 8
    k = ty * 8 + tx
    while k < 100:
        r, c = divmod(k, 10)
        y = min(max(y0 + r - 1, 0), a.shape[0] - 1)
        x = min(max(x0 + c - 1, 0), a.shape[1] - 1)
        tile[r, c] = a[y, x]
        k += 64
    cuda.syncthreads()
    if y0 + ty < a.shape[0] and x0 + tx < a.shape[1]:
        total = 0.0
        for r in range(3):
            for c in range(3):
                total += tile[ty + r, tx + c]
        out[y0 + ty, x0 + tx] = total


def reference(a):
    wide = np.pad(a, 1, mode="edge")
    return sum(wide[r : r + a.shape[0], c : c + a.shape[1]] for r in range(3) for c in range(3))


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2, 2), "block": (8, 8)},
    "seed": 23,
    "args": [("a", "rng.integers(0, 99, (13, 11)).astype(np.float64)"), ("out", "np.zeros((13, 11))")],
    "outputs": ("out",),
    "expected": {"kind": "ok", "values": {"out": "reference(a)"}},
}
