"""Squares with NumPy, which hands a long number back to Python's own arithmetic.

Gets: unsupported with unsupported.module
"""

import numpy as np
from numba import cuda

N = 1 << 4000
for i in range(60):
    N = np.square(N)


@cuda.jit
def k(a, out):
    out[0] = N
