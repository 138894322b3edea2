"""Index -1 is meant: on a ring, the last element is the first one's left neighbour. A warning, and no more."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i] = a[i - 1] + a[(i + 1) % a.size]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2,), "block": (32,)},
    "seed": 46,
    "args": [("a", "rng.integers(0, 99, 60)"), ("out", "np.zeros(60, np.int64)")],
    "outputs": ("out",),
    "expected": {"kind": "ok", "values": {"out": "np.roll(a, 1) + np.roll(a, -1)"},
                 "findings": [{"key": "negative_index", "line": 10, "at": "out[i] = a[i - 1] + a[(i + 1) % a.size]",
                               "severity": "warning"}]},
}
