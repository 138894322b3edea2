"""An array of 150 references to an array of eight megabytes.

Memory: 400 MiB
Gets: unsupported with unsupported.module
"""

import numpy as np
from numba import cuda

M = np.ones(10**6)
N = np.array([M] * 150)


@cuda.jit
def k(a, out):
    out[0] = N[0, 0]
