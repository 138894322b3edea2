"""Climbs from a tuple to every class of the process.

Gets: unsupported with unsupported.module
"""

from numba import cuda

N = ().__class__.__mro__[1].__subclasses__()


@cuda.jit
def k(a, out):
    out[0] = len(N)
