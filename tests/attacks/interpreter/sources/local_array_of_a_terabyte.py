"""Asks for a local array that no thread has, once for each of them.

Gets: unsupported with unsupported.local_bytes
"""

from numba import cuda, float32


@cuda.jit
def k(a, out):
    s = cuda.local.array(10**12, float32)
    s[0] = a[0]
    out[0] = s[0]
