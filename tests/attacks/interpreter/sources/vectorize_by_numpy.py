"""Has NumPy call a function of the learner.

Gets: unsupported with unsupported.module
"""

import numpy as np
from numba import cuda

N = np.vectorize(lambda x: exit())(3)


@cuda.jit
def k(a, out):
    out[0] = N
