"""Prints in a million threads, a thousand times each.

Launch: 1000 blocks of 1024
Steps: 20000
Gets: time_limit with timeout.variables
Stage: slow
"""

from numba import cuda


@cuda.jit
def k(a, out):
    for j in range(1000):
        print("thread", cuda.grid(1), a[0], j)
