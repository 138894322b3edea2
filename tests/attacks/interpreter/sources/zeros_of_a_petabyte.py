"""Makes an array of the module that no machine can hold.

Gets: unsupported with unsupported.module
"""

import numpy as np
from numba import cuda

N = np.zeros(10**15)


@cuda.jit
def k(a, out):
    out[0] = N[0]
