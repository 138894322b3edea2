"""A decorator that would never return.

Gets: unsupported with unsupported.module
"""

from numba import cuda


def evil(function):
    while True:
        pass


@evil
@cuda.jit
def k(a, out):
    out[0] = 1
