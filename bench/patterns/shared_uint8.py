"""One byte a lane in shared memory."""
import numpy as np
from numba import cuda


@cuda.jit(lineinfo=True)
def kernel(a, out):
    tile = cuda.shared.array(128, np.uint8)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    tile[t] = a[i]
    cuda.syncthreads()
    out[i] = tile[127 - t]


CASE = {
    "kernel": "kernel",
    "launch": {"grid": (4,), "block": (128,)},
    "seed": 1,
    "args": [
        ("a", "rng.integers(0, 99, 512).astype(np.uint8)"),
        ("out", "np.zeros(512, np.uint8)"),
    ],
    "expected": {"values": {"out": "a.reshape(4, 128)[:, ::-1].ravel()"}},
}
