"""Several sweeps in one launch; a grid barrier behind each, and the arrays change roles."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(u, v, sweeps):
    grid = cuda.cg.this_grid()
    i = cuda.grid(1)
    for _ in range(sweeps):
        if 0 < i < u.size - 1:
            v[i] = (u[i - 1] + u[i + 1]) / 2
        grid.sync()
        if 0 < i < u.size - 1:
            u[i] = (v[i - 1] + v[i + 1]) / 2
        grid.sync()


def reference(u, sweeps):
    u = u.copy()
    for _ in range(2 * sweeps):
        u[1:-1] = (u[:-2] + u[2:]) / 2
    return u


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (3,), "block": (32,)},
    "seed": 31,
    "args": [("u", "rng.integers(0, 99, 90).astype(np.float64)"), ("v", "u.copy()"), ("sweeps", "3")],
    "expected": {"kind": "ok", "values": {"u": "reference(u, sweeps)"}},
}
