"""x and y swapped on an image that is not square."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(img, out):
    x, y = cuda.grid(2)
    if x < img.shape[1] and y < img.shape[0]:
        out[x, y] = 255 - img[x, y]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (4, 2), "block": (16, 16)},
    "seed": 1,
    "args": [("img", "rng.integers(0, 256, (20, 50)).astype(np.uint8)"),
             ("out", "np.zeros((20, 50), np.uint8)")],
    "expected": {"kind": "out_of_bounds",
                 "want": {"out": "255 - img"},
                 "findings": [{"key": "out_of_bounds.swapped", "line": 10, "at": "out[x, y] = 255 - img[x, y]", "severity": "error", "count": 600}]},
}
