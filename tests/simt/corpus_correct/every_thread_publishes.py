"""All threads of a block leave results and fence; behind the block's barrier one of them counts for all."""
from numba import cuda, int64
import numpy as np


@cuda.jit
def kernel(a, squares, count, out):
    ticket = cuda.shared.array(1, int64)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    squares[i] = a[i] * a[i]
    cuda.threadfence()
    cuda.syncthreads()
    if t == 0:
        ticket[0] = cuda.atomic.add(count, 0, 1)
    cuda.syncthreads()
    if ticket[0] == cuda.gridDim.x - 1:
        total = 0
        for k in range(t, a.size, 32):
            total += squares[k]
        cuda.atomic.add(out, 0, total)


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (4,), "block": (32,)},
    "seed": 74,
    "args": [("a", "rng.integers(0, 99, 128)"), ("squares", "np.zeros(128, np.int64)"), ("count", "np.zeros(1, np.int64)"),
             ("out", "np.zeros(1, np.int64)")],
    "expected": {"kind": "ok", "values": {"out": "np.array([(a * a).sum()])"}},
}
