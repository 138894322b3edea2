"""Integers at their ends: overflow, division by zero, shifts as far as the width and beyond.

The quotient of the lowest and -1 is left out: nothing defines it, and a GPU gives 0.
"""
from numba import cuda
import numpy as np


@cuda.jit
def k(x, y, out, bits):
    i = cuda.grid(1)
    if i < x.size:
        a, b = x[i], y[i]
        out[0, i] = a // b
        out[1, i] = a % b
        out[2, i] = a * b
        out[3, i] = a + b
        out[4, i] = a - b
        out[5, i] = abs(a)
        out[6, i] = -a
        out[7, i] = a << b
        out[8, i] = a >> b
        q, r = divmod(a, b)
        out[9, i] = q
        out[10, i] = r
        out[11, i] = max(a, b) - min(a, b)
        u, v = np.uint64(a), np.uint64(b)
        bits[0, i] = u // v
        bits[1, i] = u % v
        bits[2, i] = u << v
        bits[3, i] = u >> v
        bits[4, i] = np.uint8(a)
        bits[5, i] = np.uint32(a)
        bits[6, i] = np.uint64(np.int8(a))
        bits[7, i] = np.uint64(np.int16(np.uint16(a)))


LOW = -(2**63)
X = np.array([LOW, LOW, LOW, 2**63 - 1, -7, 7, -7, 7, 0, -1, -1, 5, 1, -9, 300, -300, 65535], np.int64)
Y = np.array([-2, 0, 1, 2, 2, -2, 0, 0, 0, 63, 64, 65, 200, 70, 3, 3, -1], np.int64)


def signed(x, y):
    with np.errstate(all="ignore"):
        quotient, rest = np.floor_divide(x, y), np.remainder(x, y)
        shifted = np.left_shift(x, y), np.right_shift(x, y)
        span = np.maximum(x, y) - np.minimum(x, y)
        return np.array([quotient, rest, x * y, x + y, x - y, np.abs(x), -x, *shifted, quotient, rest, span])


def unsigned(x, y):
    u, v = x.view("u8"), y.view("u8")
    with np.errstate(all="ignore"):
        moved = [np.floor_divide(u, v), np.remainder(u, v), np.left_shift(u, v), np.right_shift(u, v)]
    narrow = [x.astype("u1"), x.astype("u4"), x.astype("i1"), x.astype("i2")]
    return np.array([*moved, *[each.astype("i8").view("u8") for each in narrow]])


CASE = {
    "kernel": "k",
    "launch": {"grid": (1,), "block": (32,)},
    "args": [
        ("x", "X.copy()"),
        ("y", "Y.copy()"),
        ("out", "np.zeros((12, X.size), np.int64)"),
        ("bits", "np.zeros((8, X.size), np.uint64)"),
    ],
    "expected": {"values": {"out": "signed(x, y)", "bits": "unsigned(x, y)"}},
}
