"""What Python works out before numba sees it, lists that are only gone over, None, strings and constants by name."""
from numba import cuda, float32, int32
import math
import numpy as np

MODE = "fast"
NOTHING = None
SIZE = 4
LOWEST = float("-inf")
TINY = np.finfo(np.float32).tiny


@cuda.jit(device=True)
def plus(x, y=None):
    if y is None:
        return x
    return x + y


@cuda.jit
def kernel(out):
    global SIZE
    i = cuda.grid(1)
    own = cuda.local.array(SIZE, "float32")
    own[:] = 0.5
    total = 2 ** -1 + (1 << 63) * 2.0 ** -63 + own[i % SIZE]
    for step in [1, 2, 3]:
        total += step
    if i in [1, 3, 5]:
        total += 100
    if MODE == "fast" and NOTHING is None and MODE != "slow":
        total += 1000
    best = float("-inf")
    best = max(best, LOWEST, i - TINY)
    out[i] = total + best + plus(i) + plus(i, 2) + cuda.selp(i > 3, i, 1)


CASE = {
    "kernel": "kernel",
    "launch": {"grid": (2,), "block": (32,)},
    "seed": 1,
    "args": [('out', 'np.zeros(64)')],
    "expected": {"values": {'out': '(lambda i: 0.5 + 1 + 0.5 + 6 + 100 * np.isin(i, (1, 3, 5)) + 1000 + i + i + i + 2 + np.where(i > 3, i, 1))(np.arange(64))'}},
}
