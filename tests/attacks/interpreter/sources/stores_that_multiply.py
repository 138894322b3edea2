"""Stores by a column and a row of indices, twenty thousand million times.

Gets: unsupported with unsupported.module
"""

import numpy as np
from numba import cuda

A = np.zeros((20_000, 1)).astype(np.int64)
B = np.zeros((1, 10**6)).astype(np.int64)
W = np.ones((30, 30))
W[A, B] = 1


@cuda.jit
def k(a, out):
    out[0] = W[0, 0]
