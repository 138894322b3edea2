"""Constants under one name on several paths: signed zeros, nan, numbers that change in a loop."""
from numba import cuda
import math
import numpy as np


@cuda.jit
def kernel(out):
    i = cuda.grid(1)
    zero = 0.0
    if i % 2:
        zero = -0.0
    last = math.nan
    step = 1
    pair = (step, 2)
    for k in range(3):
        if k == i:
            last = -math.nan
            break
        last = -math.inf
        step = 3
        pair = (step, 2)
    out[i] = math.copysign(1.0, zero) + 10 * step + 100 * pair[0] + (1000 if math.isnan(last) else 0)


CASE = {
    "kernel": "kernel",
    "launch": {"grid": (1,), "block": (8,)},
    "seed": 1,
    "args": [("out", "np.zeros(8)")],
    "expected": {"values": {"out": "np.array([1.0, -1] * 4) + np.where(np.arange(8) == 0, 110, 330) + np.where(np.arange(8) < 3, 1000, 0)"}},
}
