"""Sets names of the module.

Gets: unsupported
Stage: slow
"""

from numba import cuda


@cuda.jit
def k(a, out):
    global out_of_here
    out_of_here = 1
