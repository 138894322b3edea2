"""A signature as text, which numba evaluates.

Gets: unsupported with unsupported.module
"""

from numba import cuda


@cuda.jit("__import__('os').system('true')")
def k(a, out):
    out[0] = 1
