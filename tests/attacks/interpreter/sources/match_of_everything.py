"""Compares with match, which is known.

Gets: ok
"""

from numba import cuda


@cuda.jit
def k(a, out):
    match a[0]:
        case 1.0 | 2.0:
            out[cuda.grid(1)] = 1
        case _:
            out[cuda.grid(1)] = 2
