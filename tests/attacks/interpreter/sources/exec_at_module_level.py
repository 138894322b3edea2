"""Has Python make the kernel's constant.

Gets: unsupported with unsupported.module
"""

from numba import cuda

exec('N = 1')


@cuda.jit
def k(a, out):
    out[0] = N
