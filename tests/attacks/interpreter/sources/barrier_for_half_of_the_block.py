"""Half of the block spins round a barrier that the others never reach.

Steps: 2000
Gets: time_limit with timeout, barrier_divergence.missing
Stage: slow
"""

from numba import cuda


@cuda.jit
def k(a, out):
    while cuda.grid(1) < 16:
        cuda.syncthreads()
