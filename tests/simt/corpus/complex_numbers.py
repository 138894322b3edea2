"""Complex values: parts, conjugates, abs, products."""
from numba import cuda, float32, float64, int32
import math
import numpy as np


@cuda.jit
def kernel(out):
    i = cuda.grid(1)
    z = complex(i, 1) * np.complex64(1j)
    out[i] = z * z.conjugate() + abs(z) + z.real * 1j + z.imag


CASE = {
    "kernel": "kernel",
    "launch": {"grid": (2,), "block": (32,)},
    "seed": 1,
    "args": [('out', 'np.zeros(64, np.complex128)')],
    "expected": {"values": {'out': '(lambda z: z * z.conjugate() + abs(z) + z.real * 1j + z.imag)((np.arange(64) + 1j) * 1j)'}},
}
