"""Each call hands on a pair of what it was given, so that no two calls have the same types.

Gets: unsupported with unsupported.too_wide
Stage: slow
"""

from numba import cuda

@cuda.jit(device=True)
def f(x):
    return f((x, x))


@cuda.jit
def k(a, out):
    out[cuda.grid(1)] = f(1)
