"""Mean and variance of a row, one after the other in the same tile, with a barrier before the tile is used again."""
import math
from numba import cuda, float64
import numpy as np


@cuda.jit
def kernel(a, gain, bias, out):
    s = cuda.shared.array(32, float64)
    t = cuda.threadIdx.x
    row = cuda.blockIdx.x
    n = a.shape[1]
    mean = 0.0
    variance = 0.0
    for part in range(2):
        mine = 0.0
        for c in range(t, n, 32):
            mine += a[row, c] if part == 0 else (a[row, c] - mean) ** 2
        s[t] = mine
        cuda.syncthreads()
        for step in (16, 8, 4, 2, 1):
            if t < step:
                s[t] += s[t + step]
            cuda.syncthreads()
        if part == 0:
            mean = s[0] / n
        else:
            variance = s[0] / n
        cuda.syncthreads()
    for c in range(t, n, 32):
        out[row, c] = (a[row, c] - mean) / math.sqrt(variance + 1e-5) * gain[c] + bias[c]


def reference(a, gain, bias):
    return (a - a.mean(1, keepdims=True)) / np.sqrt(a.var(1, keepdims=True) + 1e-5) * gain + bias


CASE = {
    "entry": "kernel", "kernel": "kernel",
    "launch": {"grid": (4,), "block": (32,)},
    "seed": 25,
    "args": [("a", "rng.normal(size=(4, 50))"), ("gain", "rng.random(50)"), ("bias", "rng.random(50)"),
             ("out", "np.zeros((4, 50))")],
    "outputs": ("out",),
    "expected": {"kind": "ok", "values": {"out": "reference(a, gain, bias)"}, "rtol": 1e-9},
}
