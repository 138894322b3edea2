"""Floats at their ends: casts out of range, nan among the larger and smaller, signed zeros, halves, powers, // and %."""
from numba import cuda
import math
import numpy as np


@cuda.jit
def k(x, y, out, whole):
    i = cuda.grid(1)
    if i < x.size:
        a, b = x[i], y[i]
        out[0, i] = min(a, b)
        out[1, i] = max(a, b)
        out[2, i] = np.minimum(a, b)
        out[3, i] = np.maximum(a, b)
        out[4, i] = np.fmin(a, b)
        out[5, i] = np.fmax(a, b)
        out[6, i] = abs(a)
        out[7, i] = -a
        out[8, i] = math.copysign(b, a)
        out[9, i] = a / b
        whole[0, i] = np.int32(a)
        whole[1, i] = np.int64(a)
        whole[2, i] = np.int64(np.uint32(a))
        whole[3, i] = np.int32(np.float32(a))
        whole[4, i] = math.isnan(a) + 2 * math.isinf(b) + 4 * (a == b) + 8 * (a < b) + 16 * (a != b)


INF, NAN = np.inf, np.nan
X = np.array([1.0, NAN, 1.0, NAN, INF, -INF, 2.5, -2.5, 3e9, -3e9, 1e30, -1e30, 0.0, 7.5, -7.5])
Y = np.array([NAN, 1.0, 2.0, NAN, 1.0, 1.0, 0.5, 0.5, 2.0, 2.0, INF, INF, 0.0, -2.0, 2.0])


def clamped(values, low, high, nan):
    cut = np.clip(np.trunc(np.nan_to_num(values, nan=0.0)), float(low), float(high))
    whole = np.array([max(low, min(high, int(v))) for v in cut])
    return np.where(np.isnan(values), nan, whole)


LOW32, LOW64 = -(2**31), -(2**63)

CASE = {
    "kernel": "k",
    "launch": {"grid": (1,), "block": (32,)},
    "args": [
        ("x", "X.copy()"),
        ("y", "Y.copy()"),
        ("out", "np.zeros((10, X.size))"),
        ("whole", "np.zeros((5, X.size), np.int64)"),
    ],
    "expected": {
        "values": {
            "out": "np.array([np.fmin(x, y), np.fmax(x, y), np.minimum(x, y), np.maximum(x, y), np.fmin(x, y), "
            "np.fmax(x, y), np.abs(x), -x, np.copysign(y, x), np.where(y == 0, NAN, x / np.where(y == 0, 1, y))])",
            "whole": "np.array([clamped(x, LOW32, 2**31 - 1, LOW32), clamped(x, LOW64, 2**63 - 1, LOW64), "
            "clamped(x, 0, 2**32 - 1, 2**31), clamped(x.astype('f4').astype('f8'), LOW32, 2**31 - 1, 0), "
            "np.isnan(x) + 2 * np.isinf(y) + 4 * (x == y) + 8 * (x < y) + 16 * (x != y)])",
        }
    },
}
