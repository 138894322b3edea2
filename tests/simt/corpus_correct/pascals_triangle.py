"""Each row comes from the one before; two rows change roles."""
from numba import cuda, int64
import numpy as np


@cuda.jit
def kernel(rows, out):
    row = cuda.shared.array((2, 16), int64)
    t = cuda.threadIdx.x
    row[0, t] = 1 if t == 0 else 0
    now = 0
    for _ in range(rows):
        cuda.syncthreads()
        row[1 - now, t] = row[now, t] + (row[now, t - 1] if t > 0 else 0)
        now = 1 - now
    out[t] = row[now, t]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (16,)},
    "seed": 62,
    "args": [("rows", "10"), ("out", "np.zeros(16, np.int64)")],
    "outputs": ("out",),
    "expected": {"kind": "ok", "values": {"out": "np.array([math.comb(10, k) for k in range(16)])"}},
}
