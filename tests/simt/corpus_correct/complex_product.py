"""Items of sixteen bytes."""
from numba import cuda, complex128
import numpy as np


@cuda.jit
def kernel(a, b, out):
    s = cuda.shared.array(32, complex128)
    t = cuda.threadIdx.x
    s[t] = a[t] * b[t]
    cuda.syncthreads()
    out[t] = s[31 - t]


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (1,), "block": (32,)},
    "seed": 1,
    "args": [("a", "rng.integers(0, 9, 32) + 1j * rng.integers(0, 9, 32)"),
             ("b", "rng.integers(0, 9, 32) + 1j * rng.integers(0, 9, 32)"),
             ("out", "np.zeros(32, np.complex128)")],
    "outputs": ("out",),
    "expected": {"kind": "ok",
                 "values": {"out": "(a * b)[::-1]"}},
}
