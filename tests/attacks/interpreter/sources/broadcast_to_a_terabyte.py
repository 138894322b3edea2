"""A column by a row of a million each.

Gets: unsupported with unsupported.module
"""

import numpy as np
from numba import cuda

M = np.ones(10**6)
P = M.reshape(10**6, 1) * M


@cuda.jit
def k(a, out):
    out[0] = P[0, 0]
