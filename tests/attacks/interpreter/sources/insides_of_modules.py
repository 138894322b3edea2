"""Reads the insides of what it imports.

Gets: unsupported
"""

import numpy as np
from numba import cuda

N = np.__loader__.path
M = cuda.__dict__


@cuda.jit
def k(a, out):
    out[0] = N
