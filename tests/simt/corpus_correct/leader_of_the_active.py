"""In a branch, the first active lane adds for all active ones."""
from numba import cuda
import numpy as np


@cuda.jit
def kernel(a, total):
    i = cuda.grid(1)
    if a[i] > 50:
        active = cuda.activemask()
        if cuda.laneid == cuda.ffs(active) - 1:
            cuda.atomic.add(total, 0, cuda.popc(active))


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2,), "block": (64,)},
    "seed": 6,
    "args": [("a", "rng.integers(0, 99, 128)"), ("total", "np.zeros(1, np.int32)")],
    "expected": {"kind": "ok", "values": {"total": "np.array([(a > 50).sum()])"}},
}
