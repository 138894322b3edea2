"""The same within a kernel.

Gets: unsupported with unsupported.attribute at line 11
"""

from numba import cuda


@cuda.jit
def k(a, out):
    out[0] = a.__class__.__mro__
