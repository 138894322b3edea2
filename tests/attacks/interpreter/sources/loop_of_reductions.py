"""Sums up a million numbers thousands of times.

Gets: unsupported with unsupported.module
Stage: slow
"""

import numpy as np
from numba import cuda

W = np.ones(10**6)
s = 0
for i in range(4000):
    s = s + W.sum()


@cuda.jit
def k(a, out):
    out[0] = s
