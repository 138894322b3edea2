"""A break leaves its own loop only; what lanes had then stays."""
from numba import cuda, float32, float64, int32
import math
import numpy as np


@cuda.jit
def kernel(out):
    i = cuda.grid(1)
    steps = 0
    for k in range(4):
        for j in range(i):
            if j > k:
                break
            steps += 1
        if steps > 6:
            break
    out[i] = steps * 10 + k


CASE = {
    "kernel": "kernel",
    "launch": {"grid": (2,), "block": (32,)},
    "seed": 1,
    "args": [('out', 'np.zeros(64, np.int64)')],
    "expected": {"values": {'out': "np.array([(lambda s: s)(__import__('functools').reduce(lambda a, k: a if a[0] > 6 else (a[0] + min(i, k + 1), k), range(4), (0, 0))) for i in range(64)]) @ np.array([10, 1])"}},
}
