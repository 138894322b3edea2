"""More blocks than work: most threads do nothing at all."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(a, out):
    i = cuda.grid(1)
    if i == 0:
        out[0] = a[0]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (9,), "block": (96,)},
    "seed": 1,
    "args": [("a", "np.array([5])"),
             ("out", "np.zeros(1, np.int64)")],
    "outputs": ("out",),
    "expected": {"kind": "ok",
                 "values": {"out": "a"}},
}
