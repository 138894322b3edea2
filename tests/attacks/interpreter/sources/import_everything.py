"""Imports all names of a library.

Gets: unsupported with unsupported.module at line 6
"""

from numba import *


@cuda.jit
def k(a, out):
    out[0] = 1
