"""Euclid's algorithm calls itself; depth differs by thread."""
from numba import cuda
import numpy as np


@cuda.jit(device=True)
def divisor(a, b):
    if b == 0:
        return a
    return divisor(b, a % b)


@cuda.jit
def kernel(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = divisor(a[i], b[i])


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (2,), "block": (32,)},
    "seed": 48,
    "args": [("a", "rng.integers(1, 999, 50)"), ("b", "rng.integers(1, 999, 50)"), ("out", "np.zeros(50, np.int64)")],
    "outputs": ("out",),
    "expected": {"kind": "ok", "values": {"out": "np.gcd(a, b)"}},
}
