"""else runs where the loop was not left by break."""
from numba import cuda, float32, float64, int32
import math
import numpy as np


@cuda.jit
def kernel(out):
    i = cuda.grid(1)
    n = i
    while n > 0:
        if n == 5:
            break
        n -= 1
    else:
        out[i] = 7
    total = 0
    for k in range(i):
        if k % 2:
            continue
        if k == 4:
            break
        total += k
    else:
        total += 100
    out[i] += total


CASE = {
    "kernel": "kernel",
    "launch": {"grid": (2,), "block": (32,)},
    "seed": 1,
    "args": [('out', 'np.zeros(64, np.int64)')],
    "expected": {"values": {'out': 'np.array([(7 if i < 5 else 0) + (sum(range(0, i, 2)) + 100 if i < 5 else 2) for i in range(64)])'}},
}
