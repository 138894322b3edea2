"""A kernel that is a coroutine.

Gets: unsupported with unsupported.module
"""

from numba import cuda


@cuda.jit
async def k(a, out):
    out[0] = 1
