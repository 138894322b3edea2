"""One thread fills a shared cell; all read it behind the barrier."""
from numba import cuda, int64
import numpy as np


@cuda.jit
def kernel(a, out):
    head = cuda.shared.array(1, int64)
    if cuda.threadIdx.x == 0:
        head[0] = a[cuda.blockIdx.x]
    cuda.syncthreads()
    out[cuda.grid(1)] = head[0]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (3,), "block": (64,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 99, 3)"),
             ("out", "np.zeros(192, np.int64)")],
    "outputs": ("out",),
    "expected": {"kind": "ok",
                 "values": {"out": "np.repeat(a, 64)"}},
}
