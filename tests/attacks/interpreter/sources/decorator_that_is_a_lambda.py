"""A decorator that is a lambda.

Gets: unsupported with unsupported.module
"""

from numba import cuda


@(lambda f: cuda.jit(f))
def k(a, out):
    out[0] = 1
