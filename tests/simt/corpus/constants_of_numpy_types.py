"""A constant that has a NumPy type, under a name of the kernel: compared while it is one, and changed in a loop."""
from numba import cuda, float32
import math
import numpy as np

NOTHING = float32(-math.inf)
FEW = np.int8(3)


@cuda.jit
def kernel(a, out):
    i = cuda.grid(1)
    few = FEW
    highest = NOTHING
    seen = 0
    for k in range(a.size):
        if few > k and a[k] > highest:
            highest = a[k]
            seen += 1
    out[i] = highest + 100 * seen


CASE = {
    "kernel": "kernel",
    "launch": {"grid": (1,), "block": (4,)},
    "seed": 1,
    "args": [("a", "np.array([-7, -5, -6, 9], np.float32)"), ("out", "np.zeros(4, np.float32)")],
    "expected": {"values": {"out": "np.full(4, 195.0)"}},
}
