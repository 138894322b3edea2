"""The product of a million numbers without overflow.

Gets: unsupported with unsupported.module
"""

import numpy as np
from numba import cuda

M = np.arange(1, 10**6).reshape(1, -1)
N = M.prod(1, "O")


@cuda.jit
def k(a, out):
    out[0] = N[0]
