"""Half a character in the name of a field, which a sentence about the access would hold.

Gets: ok with out_of_bounds.local
"""

import numpy as np
from numba import cuda

R = np.dtype([("\ud800", "f4")])


@cuda.jit
def k(a, out):
    s = cuda.local.array(4, R)
    s[5]["\ud800"] = 1
    if cuda.grid(1) == 0:
        out[0] = s[0]["\ud800"]
