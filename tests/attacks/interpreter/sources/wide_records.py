"""Turns an array of numbers into one of records of 4,000 bytes.

Memory: 400 MiB
Gets: unsupported with unsupported.module
"""

import numpy as np
from numba import cuda

R = np.dtype([("f", "f4", 1000)])
W = np.zeros(400_000).astype(R)


@cuda.jit
def k(a, out):
    out[0] = W[0]["f"][0]
