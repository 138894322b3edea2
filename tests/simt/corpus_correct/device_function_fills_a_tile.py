"""The store is in a device function, the barrier in the kernel."""
from numba import cuda, int64
import numpy as np


@cuda.jit(device=True)
def fill(tile, t, value):
    tile[t] = value * value


@cuda.jit
def kernel(a, out):
    tile = cuda.shared.array(32, int64)
    t = cuda.threadIdx.x
    fill(tile, t, a[cuda.grid(1)])
    cuda.syncthreads()
    out[cuda.grid(1)] = tile[31 - t]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2,), "block": (32,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 99, 64)"),
             ("out", "np.zeros(64, np.int64)")],
    "outputs": ("out",),
    "expected": {"kind": "ok",
                 "values": {"out": "(a * a).reshape(2, 32)[:, ::-1].ravel()"}},
}
