"""A local array as a stack: cells are read only after they were pushed."""
from numba import cuda, int64
import numpy as np


@cuda.jit
def kernel(a, out):
    i = cuda.grid(1)
    if i < a.size:
        stack = cuda.local.array(8, int64)
        top = 0
        n = a[i]
        while n > 0:
            stack[top] = n % 4
            top += 1
            n //= 4
        v = 0
        while top > 0:
            top -= 1
            v = v * 10 + stack[top]
        out[i] = v


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (64,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 1000, 60)"),
             ("out", "np.zeros(60, np.int64)")],
    "outputs": ("out",),
    "expected": {"kind": "ok",
                 "values": {"out": "np.array([int(np.base_repr(v, 4)) for v in a])"}},
}
