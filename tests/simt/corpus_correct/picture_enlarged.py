"""Bilinear interpolation: four reads a pixel, clamped at the far edges."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(a, out):
    x, y = cuda.grid(2)
    if x < out.shape[1] and y < out.shape[0]:
        fx = x * (a.shape[1] - 1) / (out.shape[1] - 1)
        fy = y * (a.shape[0] - 1) / (out.shape[0] - 1)
        x0, y0 = int(fx), int(fy)
        x1, y1 = min(x0 + 1, a.shape[1] - 1), min(y0 + 1, a.shape[0] - 1)
        top = a[y0, x0] * (1 - (fx - x0)) + a[y0, x1] * (fx - x0)
        low = a[y1, x0] * (1 - (fx - x0)) + a[y1, x1] * (fx - x0)
        out[y, x] = top * (1 - (fy - y0)) + low * (fy - y0)


def reference(a, shape):
    fy, fx = (np.arange(n) * (m - 1) / (n - 1) for n, m in zip(shape, a.shape))
    rows = np.array([np.interp(fx, np.arange(a.shape[1]), row) for row in a])
    return np.array([np.interp(fy, np.arange(a.shape[0]), column) for column in rows.T]).T


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2, 2), "block": (8, 8)},
    "seed": 57,
    "args": [("a", "rng.random((5, 6))"), ("out", "np.zeros((11, 13))")],
    "outputs": ("out",),
    "expected": {"kind": "ok", "values": {"out": "reference(a, (11, 13))"}, "rtol": 1e-9},
}
