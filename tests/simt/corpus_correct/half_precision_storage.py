"""Sixteen bits in memory, thirty-two in the arithmetic."""
from numba import cuda, float32
import numpy as np


@cuda.jit
def kernel(a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i] = np.float16(float32(a[i]) * float32(0.5) + float32(1.0))


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2,), "block": (32,)},
    "seed": 52,
    "args": [("a", "rng.random(50).astype(np.float16)"), ("out", "np.zeros(50, np.float16)")],
    "outputs": ("out",),
    "expected": {"kind": "ok", "values": {"out": "(a.astype(np.float32) * np.float32(0.5) + 1).astype(np.float16)"}},
}
