"""math and NumPy functions on scalars of several types."""
from numba import cuda, float32, float64, int32
import math
import numpy as np


@cuda.jit
def kernel(out, whole):
    i = cuda.grid(1)
    x = i / 16 - 1.5
    f = float32(x)
    out[i] = math.erf(x) + math.atan2(x, 2.0) + math.exp(f) + math.sqrt(i) + math.fmod(x, 0.5) + math.log1p(i)
    out[i] += math.hypot(x, 1.0) + np.maximum(x, 0.25) + round(x, 1) + math.degrees(x) + (x > 0) - (x < 0) + cuda.fma(x, 2.0, 1.0)
    whole[i] = round(x) + 10 * math.floor(x) + 100 * math.ceil(x) + 1000 * int(x) + 10000 * (i % 12)


CASE = {
    "kernel": "kernel",
    "launch": {"grid": (2,), "block": (32,)},
    "seed": 1,
    "args": [('out', 'np.zeros(64)'), ('whole', 'np.zeros(64, np.int64)')],
    "expected": {"values": {'out': '(lambda i, x: np.array([math.erf(v) for v in x]) + np.arctan2(x, 2) + np.exp(x.astype(np.float32)) + np.sqrt(i) + np.fmod(x, 0.5) + np.log1p(i) + np.hypot(x, 1) + np.maximum(x, 0.25) + np.rint(x * 10) / 10 + np.degrees(x) + np.sign(x) + 2 * x + 1)(np.arange(64), np.arange(64) / 16 - 1.5)', 'whole': '(lambda i, x: np.rint(x) + 10 * np.floor(x) + 100 * np.ceil(x) + 1000 * np.trunc(x) + 10000 * (i % 12))(np.arange(64), np.arange(64) / 16 - 1.5)'}},
}
