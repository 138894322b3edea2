"""Fills an array with records of 4,000 bytes.

Memory: 400 MiB
Gets: unsupported with unsupported.module
"""

import numpy as np
from numba import cuda

R = np.dtype([("f", "f4", 1000)])
W = np.full(400_000, 0, R)


@cuda.jit
def k(a, out):
    out[0] = W[0]["f"][0]
