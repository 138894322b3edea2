"""Reads and maps files by NumPy.

Gets: unsupported with unsupported.module
"""

import numpy as np
from numba import cuda

N = np.load("/etc/passwd", None, True)
M = np.fromfile("/etc/passwd")
L = np.memmap("/etc/passwd")


@cuda.jit
def k(a, out):
    out[0] = N[0] + M[0] + L[0]
