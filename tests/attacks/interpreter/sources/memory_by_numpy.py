"""Looks at memory as an array.

Gets: unsupported with unsupported.module
"""

import numpy as np
from numba import cuda

N = np.ctypeslib.as_array(np.zeros(4).ctypes.data, (10**9,))


@cuda.jit
def k(a, out):
    out[0] = N[0]
