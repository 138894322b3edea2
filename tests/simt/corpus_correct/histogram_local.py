"""Each thread counts its row in local memory that it has zeroed."""
from numba import cuda, int32
import numpy as np


@cuda.jit
def kernel(rows, out):
    r = cuda.grid(1)
    if r < rows.shape[0]:
        h = cuda.local.array(4, int32)
        for d in range(4):
            h[d] = 0
        for k in range(rows.shape[1]):
            h[rows[r, k]] += 1
        best = 0
        for d in range(1, 4):
            if h[d] > h[best]:
                best = d
        out[r] = best


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (32,)},
    "seed": 1,
    "args": [("rows", "rng.integers(0, 4, (20, 15))"),
             ("out", "np.zeros(20, np.int64)")],
    "outputs": ("out",),
    "expected": {"kind": "ok",
                 "values": {"out": "np.array([np.bincount(x, minlength=4).argmax() for x in rows])"}},
}
