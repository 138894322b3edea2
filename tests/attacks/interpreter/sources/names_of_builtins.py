"""Gives builtins and imports other meanings.

Gets: unsupported with unsupported.call
"""

from numba import cuda

range = 3
min = max


@cuda.jit
def k(a, out):
    for i in range(3):
        out[i] = min(1, 2)
