"""An array in column-major order, each thread an element."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(m, out):
    r, c = cuda.grid(2)
    if r < m.shape[0] and c < m.shape[1]:
        out[r, c] = m[r, c] + 1


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2, 2), "block": (8, 8)},
    "seed": 1,
    "args": [("m", "np.asfortranarray(rng.integers(0, 99, (11, 13)))"),
             ("out", "np.zeros((11, 13), np.int64, order=\"F\")")],
    "outputs": ("out",),
    "expected": {"kind": "ok",
                 "values": {"out": "m + 1"}},
}
