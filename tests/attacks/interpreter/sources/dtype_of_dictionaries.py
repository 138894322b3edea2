"""Dtypes of tables that make no sense.

Gets: unsupported with unsupported.module
"""

import numpy as np
from numba import cuda

A = np.dtype({"names": ["x"], "formats": ["f4"], "offsets": [10**30]})
B = np.dtype({"names": ["x", "x"], "formats": ["f4", "f4"]})
C = np.dtype({"names": 1, "formats": 2, "itemsize": -5})
N = np.zeros(3, A)


@cuda.jit
def k(a, out):
    out[0] = N[0]["x"]
