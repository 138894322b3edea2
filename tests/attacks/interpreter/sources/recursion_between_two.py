"""Two device functions call each other for ever, and neither says of what type it is.

Gets: unsupported with unsupported.recursion_type
"""

from numba import cuda

@cuda.jit(device=True)
def f(n):
    return g(n)


@cuda.jit(device=True)
def g(n):
    return f(n)


@cuda.jit
def k(a, out):
    out[cuda.grid(1)] = f(1)
