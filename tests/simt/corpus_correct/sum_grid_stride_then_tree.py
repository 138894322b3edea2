"""Each thread sums a share in a variable, then the block adds up in shared memory, then one atomic a block."""
from numba import cuda, int64
import numpy as np


@cuda.jit
def kernel(a, out):
    s = cuda.shared.array(64, int64)
    t = cuda.threadIdx.x
    acc = 0
    for i in range(cuda.grid(1), a.size, cuda.gridsize(1)):
        acc += a[i]
    s[t] = acc
    cuda.syncthreads()
    step = 32
    while step > 0:
        if t < step:
            s[t] += s[t + step]
        cuda.syncthreads()
        step //= 2
    if t == 0:
        cuda.atomic.add(out, 0, s[0])


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (4,), "block": (64,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 99, 1001)"),
             ("out", "np.zeros(1, np.int64)")],
    "expected": {"kind": "ok",
                 "values": {"out": "np.array([a.sum()])"}},
}
