"""A tuple that becomes longer in each round.

Gets: unsupported with unsupported.conflict at line 13
"""

from numba import cuda


@cuda.jit
def k(a, out):
    t = (1,)
    for _ in range(1000):
        t = t + (1,)
    out[0] = t[0]
