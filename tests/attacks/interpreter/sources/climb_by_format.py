"""A format text that reads attributes.

Gets: unsupported with unsupported.module
"""

from numba import cuda

N = "{0.__class__.__init__.__globals__}".format(cuda)


@cuda.jit
def k(a, out):
    out[0] = N
