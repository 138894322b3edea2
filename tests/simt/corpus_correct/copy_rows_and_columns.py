"""A 2-D copy with both axes guarded, x along a row."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(img, out):
    x, y = cuda.grid(2)
    if y < img.shape[0] and x < img.shape[1]:
        out[y, x] = 255 - img[y, x]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (4, 2), "block": (16, 16)},
    "seed": 1,
    "args": [("img", "rng.integers(0, 256, (20, 50)).astype(np.uint8)"),
             ("out", "np.zeros((20, 50), np.uint8)")],
    "outputs": ("out",),
    "expected": {"kind": "ok",
                 "values": {"out": "255 - img"}},
}
