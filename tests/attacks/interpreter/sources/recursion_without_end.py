"""A device function calls itself for ever.

Gets: unsupported with unsupported.recursion
"""

from numba import cuda

@cuda.jit(device=True)
def f(n):
    if n < 0:
        return 0
    return f(n + 1)


@cuda.jit
def k(a, out):
    out[cuda.grid(1)] = f(1)
