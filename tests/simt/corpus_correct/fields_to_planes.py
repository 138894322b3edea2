"""An array of interleaved fields is taken apart, one plane a field."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(points, x, y, z):
    i = cuda.grid(1)
    if i < x.size:
        x[i] = points[3 * i]
        y[i] = points[3 * i + 1]
        z[i] = points[3 * i + 2]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2,), "block": (32,)},
    "seed": 43,
    "args": [("points", "rng.random(150)"), ("x", "np.zeros(50)"), ("y", "np.zeros(50)"), ("z", "np.zeros(50)")],
    "outputs": ("x", "y", "z"),
    "expected": {"kind": "ok", "values": {"x": "points[0::3]", "y": "points[1::3]", "z": "points[2::3]"}},
}
