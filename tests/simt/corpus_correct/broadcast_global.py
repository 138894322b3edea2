"""Every thread of every block reads one element."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(scale, a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i] = a[i] * scale[0]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (4,), "block": (48,)},
    "seed": 1,
    "args": [("scale", "np.array([3])"),
             ("a", "rng.integers(0, 99, 190)"),
             ("out", "np.zeros(190, np.int64)")],
    "outputs": ("out",),
    "expected": {"kind": "ok",
                 "values": {"out": "a * 3"}},
}
