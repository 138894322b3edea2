"""Spins with a variable that is not a number, which the sentence about the loop would name.

Steps: 2000
Gets: time_limit with timeout.variables at line 15
"""

import math

from numba import cuda


@cuda.jit
def k(a, out):
    x = math.nan
    while x != x:
        x = x * math.inf
    out[0] = x
