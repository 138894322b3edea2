"""Waits at one barrier after another.

Steps: 2000
Gets: time_limit with timeout at line 13
Stage: slow
"""

from numba import cuda


@cuda.jit
def k(a, out):
    while True:
        cuda.syncthreads()
