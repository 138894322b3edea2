"""Arrays in Fortran order, with negative strides, with gaps, and of no dimension."""
from numba import cuda, float32, float64, int32
import math
import numpy as np


@cuda.jit
def kernel(fortran, backwards, gaps, single, out):
    i = cuda.grid(1)
    if i < backwards.size:
        out[i] = fortran[i, 1] + backwards[i] * 10 + gaps[i] * 100 + single[()]
        backwards[i] = i


CASE = {
    "kernel": "kernel",
    "launch": {"grid": (1,), "block": (32,)},
    "seed": 1,
    "args": [('fortran', 'np.asfortranarray(np.arange(12.0).reshape(6, 2))'), ('backwards', 'np.arange(6.0)[::-1]'), ('gaps', 'np.arange(18.0)[::3]'), ('single', 'np.array(0.5)'), ('out', 'np.zeros(6)')],
    "expected": {"values": {'out': 'fortran[:, 1] + backwards * 10 + gaps * 100 + 0.5', 'backwards': 'np.arange(6.0)'}},
}
