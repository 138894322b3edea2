"""Constants of every kind, a factory, and code of the module that no kernel sees."""
from numba import cuda, float32, float64, int32
import math
import numpy as np

from math import pi as PI, sqrt
import numba as nb

N = 4
SIZES = (N, N * 2)
TABLE = np.array([[1, 2], [3, 4]], dtype=np.float32)
RAMP = np.arange(8) * 2
DEBUG = False
if DEBUG:
    N = 1000
else:
    M = int(sqrt(16.0)) + max(SIZES)
N += 1
print("loaded")
total = sum(range(10))


def scaled(factor):
    offset = factor * 2

    @cuda.jit(device=True)
    def inner(x):
        return x * factor + offset

    return inner


triple = scaled(3)

@cuda.jit
def kernel(out):
    i = cuda.grid(1)
    tile = cuda.shared.array(shape=SIZES, dtype=nb.float32)
    tile[cuda.threadIdx.x % N % 4, 1] = 0
    out[i] = N * 100 + M + TABLE[1, i % 2] + RAMP[i % 8] + triple(i) + (PI > 3)
    if DEBUG:
        out[i] = undefined_name(i)


CASE = {
    "kernel": "kernel",
    "launch": {"grid": (2,), "block": (32,)},
    "seed": 1,
    "args": [('out', 'np.zeros(64)')],
    "expected": {"values": {'out': '500 + 12 + np.array([3, 4])[np.arange(64) % 2] + np.arange(64) % 8 * 2 + np.arange(64) * 3 + 6 + 1'}},
}
