"""Each thread takes four successive elements; the tail is guarded one by one."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(a, out):
    base = cuda.grid(1) * 4
    for k in range(4):
        if base + k < a.size:
            out[base + k] = a[base + k] + k


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2,), "block": (16,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 99, 103)"),
             ("out", "np.zeros(103, np.int64)")],
    "outputs": ("out",),
    "expected": {"kind": "ok",
                 "values": {"out": "a + np.arange(103) % 4"}},
}
