"""Picks elements by a column and a row of indices: one hundred million of them.

Memory: 400 MiB
Gets: unsupported with unsupported.module
"""

import numpy as np
from numba import cuda

A = np.zeros((20_000, 1)).astype(np.int64)
B = np.zeros((1, 5_000)).astype(np.int64)
W = np.ones((30, 30))
P = W[(A, B)]


@cuda.jit
def k(a, out):
    out[0] = P[0, 0]
