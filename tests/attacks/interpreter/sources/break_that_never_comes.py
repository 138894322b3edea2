"""Breaks under a condition that never holds.

Steps: 2000
Gets: time_limit with timeout.variables at line 14
Stage: slow
"""

from numba import cuda


@cuda.jit
def k(a, out):
    n = 0
    while True:
        n += 1
        if n < 0:
            break
    out[0] = n
