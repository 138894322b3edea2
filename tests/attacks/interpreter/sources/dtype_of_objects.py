"""An array whose elements are Python's objects.

Gets: unsupported with unsupported.module
"""

import numpy as np
from numba import cuda

N = np.zeros(3, "O")


@cuda.jit
def k(a, out):
    out[0] = N[0]
