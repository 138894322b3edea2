"""A text for a dtype, which NumPy reads as Python where it has brackets.

Gets: unsupported with unsupported.module
"""

import numpy as np
from numba import cuda

N = np.zeros(3, np.dtype("(,)i4"))


@cuda.jit
def k(a, out):
    out[0] = N[0]
