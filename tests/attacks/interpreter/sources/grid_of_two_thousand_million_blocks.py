"""Does nothing, in every block of the largest grid that a device takes.

Launch: 2147483647 blocks of 1024
Steps: 2000
Gets: time_limit with timeout
Stage: slow
"""

from numba import cuda


@cuda.jit
def k(a, out):
    pass
