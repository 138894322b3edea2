"""Slices, rows, columns, transposes and negative steps are views: stores go through."""
from numba import cuda, float32, float64, int32
import math
import numpy as np


@cuda.jit
def kernel(plane, out):
    i = cuda.grid(1)
    if i < plane.shape[0]:
        row = plane[i]
        tail = row[1:]
        back = row[::-1]
        out[i] = tail[0] * 100 + back[0] * 10 + plane[:, 2][i] + plane.T[1, i] + tail.size + plane.ndim
        tail[-1] = -1


CASE = {
    "kernel": "kernel",
    "launch": {"grid": (1,), "block": (32,)},
    "seed": 1,
    "args": [('plane', 'np.arange(20.0).reshape(5, 4)'), ('out', 'np.zeros(5)')],
    "expected": {"values": {'out': 'plane[:, 1] * 100 + plane[:, 3] * 10 + plane[:, 2] + plane[:, 1] + 3 + 2', 'plane': 'np.where(np.arange(4) == 3, -1, plane)'}},
}
