"""Asks a sum for elements that are Python's own numbers, which then grow without end.

Gets: unsupported with unsupported.module
"""

import numpy as np
from numba import cuda

M = np.arange(10).reshape(1, 10).sum(0, "O")
N = M**M**M


@cuda.jit
def k(a, out):
    out[0] = N[0]
