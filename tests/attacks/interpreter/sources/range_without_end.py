"""A range of a million million million.

Steps: 2000
Gets: time_limit with timeout.variables at line 13
Stage: slow
"""

from numba import cuda


@cuda.jit
def k(a, out):
    for i in range(10**18):
        out[cuda.grid(1)] = i
