"""Views whose overlap NumPy would have to solve an equation for, and a call that may change one of them.

Gets: unsupported with unsupported.module
"""

import numpy as np
from numba import cuda

M = np.zeros(2**18).reshape(64, 64, 64)
V = M[::3, ::5, ::7]
W = M[1::5, 2::7, 1::3]
np.random.shuffle(W)


@cuda.jit
def k(a, out):
    out[0] = V[0, 0, 0]
