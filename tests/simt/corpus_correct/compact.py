"""An atomic hands out places, so no two threads get the same one."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(a, out, count):
    i = cuda.grid(1)
    if i < a.size and a[i] > 50:
        out[cuda.atomic.add(count, 0, 1)] = a[i]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2,), "block": (64,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 99, 100)"),
             ("out", "np.zeros(100, np.int64)"),
             ("count", "np.zeros(1, np.int64)")],
    "expected": {"kind": "ok",
                 "values": {"count": "np.array([(a > 50).sum()])"},
                 "property": "np.array_equal(np.sort(out[:count[0]]), np.sort(a[a > 50]))"},
}
