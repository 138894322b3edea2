"""Spins on a lock that its holder never opens.

Steps: 2000
Gets: time_limit with timeout.lock
Stage: slow
"""

from numba import cuda, int32


@cuda.jit
def k(a, out):
    lock = cuda.shared.array(1, int32)
    while cuda.atomic.compare_and_swap(lock, 0, 1) != 0:
        pass
