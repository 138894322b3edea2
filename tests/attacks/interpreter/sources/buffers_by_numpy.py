"""Makes an array of bytes of the program.

Gets: unsupported with unsupported.module
"""

import numpy as np
from numba import cuda

N = np.frombuffer(b"12345678")


@cuda.jit
def k(a, out):
    out[0] = N[0]
