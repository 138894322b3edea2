"""A constant array, which is no global memory."""
import numpy as np
from numba import cuda

WEIGHTS = np.array([1.0, 2.0, 4.0, 8.0], np.float32)


@cuda.jit(lineinfo=True)
def kernel(a, out):
    weights = cuda.const.array_like(WEIGHTS)
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] * weights[i % 4]


CASE = {
    "kernel": "kernel",
    "launch": {"grid": (16,), "block": (256,)},
    "seed": 1,
    "args": [
        ("a", "rng.random(4096, np.float32)"),
        ("out", "np.zeros(4096, np.float32)"),
    ],
    "expected": {"values": {"out": "a * WEIGHTS[np.arange(4096) % 4]"}},
}
