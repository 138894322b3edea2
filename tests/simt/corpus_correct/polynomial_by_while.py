"""A loop whose length differs by thread, without a barrier in it."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(n, out):
    i = cuda.grid(1)
    if i < n.size:
        v = n[i]
        steps = 0
        while v != 1:
            if v % 2 == 0:
                v = v // 2
            else:
                v = 3 * v + 1
            steps += 1
        out[i] = steps


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (32,)},
    "seed": 1,
    "args": [("n", "np.arange(1, 13)"),
             ("out", "np.zeros(12, np.int64)")],
    "outputs": ("out",),
    "expected": {"kind": "ok",
                 "values": {"out": "np.array([0, 1, 7, 2, 5, 8, 16, 3, 19, 6, 14, 9])"}},
}
