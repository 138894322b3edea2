"""Newton's method in the complex plane; each thread stops when its own point has come to rest."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(z, out):
    i = cuda.grid(1)
    if i < z.size:
        v = z[i]
        for _ in range(40):
            step = (v * v * v - 1) / (3 * v * v)
            v -= step
            if abs(step) < 1e-13:
                break
        out[i] = v


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2,), "block": (32,)},
    "seed": 50,
    "args": [("z", "np.exp(2j * np.pi * (np.arange(60) + 0.3) / 60) * 1.5"), ("out", "np.zeros(60, np.complex128)")],
    "outputs": ("out",),
    "expected": {"kind": "ok", "property": "abs(out ** 3 - 1).max() < 1e-9"},
}
