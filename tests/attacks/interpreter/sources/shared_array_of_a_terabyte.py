"""Asks for more shared memory than any device has.

Gets: unsupported with unsupported.shared_bytes
"""

from numba import cuda, float32


@cuda.jit
def k(a, out):
    s = cuda.shared.array(10**12, float32)
    s[0] = a[0]
    out[0] = s[0]
