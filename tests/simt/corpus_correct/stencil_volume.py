"""Seven points in three dimensions; the surface is copied."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(u, out):
    x, y, z = cuda.grid(3)
    if x < u.shape[2] and y < u.shape[1] and z < u.shape[0]:
        inside = 0 < x < u.shape[2] - 1 and 0 < y < u.shape[1] - 1 and 0 < z < u.shape[0] - 1
        if inside:
            out[z, y, x] = (u[z - 1, y, x] + u[z + 1, y, x] + u[z, y - 1, x] + u[z, y + 1, x]
                            + u[z, y, x - 1] + u[z, y, x + 1] - 6 * u[z, y, x])
        else:
            out[z, y, x] = u[z, y, x]


def reference(u):
    out = u.copy()
    c = u[1:-1, 1:-1, 1:-1]
    out[1:-1, 1:-1, 1:-1] = (u[:-2, 1:-1, 1:-1] + u[2:, 1:-1, 1:-1] + u[1:-1, :-2, 1:-1] + u[1:-1, 2:, 1:-1]
                             + u[1:-1, 1:-1, :-2] + u[1:-1, 1:-1, 2:] - 6 * c)
    return out


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2, 2, 2), "block": (4, 4, 4)},
    "seed": 22,
    "args": [("u", "rng.integers(0, 99, (7, 6, 5)).astype(np.float64)"), ("out", "np.zeros((7, 6, 5))")],
    "outputs": ("out",),
    "expected": {"kind": "ok", "values": {"out": "reference(u)"}},
}
