"""Half a character in a text that is printed.

Gets: ok
"""

from numba import cuda


@cuda.jit
def k(a, out):
    if cuda.grid(1) == 0:
        print("\ud800", a[0])
