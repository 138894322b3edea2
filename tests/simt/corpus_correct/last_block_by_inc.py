"""A counter that wraps by itself, so that it needs no zeroing before the next launch; all threads of the block fence."""
from numba import cuda, float64, boolean
import numpy as np


@cuda.jit
def kernel(a, partial, ticket, out):
    s = cuda.shared.array(64, float64)
    last = cuda.shared.array(1, boolean)
    t = cuda.threadIdx.x
    n = cuda.gridDim.x
    s[t] = a[cuda.grid(1)]
    cuda.syncthreads()
    step = 32
    while step > 0:
        if t < step:
            s[t] += s[t + step]
        cuda.syncthreads()
        step //= 2
    if t == 0:
        partial[cuda.blockIdx.x] = s[0]
        cuda.threadfence()
        last[0] = cuda.atomic.inc(ticket, 0, n - 1) == n - 1
    cuda.syncthreads()
    if last[0]:
        s[t] = partial[t] if t < n else 0.0
        cuda.syncthreads()
        if t == 0:
            total = 0.0
            for k in range(n):
                total += s[k]
            out[0] = total


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (7,), "block": (64,)},
    "seed": 8,
    "args": [("a", "rng.integers(0, 99, 448).astype(np.float64)"), ("partial", "np.zeros(7)"),
             ("ticket", "np.zeros(1, np.uint32)"), ("out", "np.zeros(1)")],
    "outputs": ("partial", "out"),
    "expected": {"kind": "ok", "values": {"out": "np.array([a.sum()])", "ticket": "np.zeros(1)"}},
}
