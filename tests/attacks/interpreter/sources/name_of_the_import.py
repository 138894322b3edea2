"""The import stands for a number when the kernel is decorated.

Gets: unsupported with unsupported.module
"""

from numba import cuda

cuda = 5


@cuda.jit
def k(a, out):
    out[0] = 1
