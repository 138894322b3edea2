"""A device function calls itself twice, sixty deep.

Steps: 2000
Gets: time_limit with timeout
Stage: slow
"""

from numba import cuda

@cuda.jit(device=True)
def f(n):
    if n < 2:
        return n
    return f(n - 1) + f(n - 2)


@cuda.jit
def k(a, out):
    out[cuda.grid(1)] = f(60)
