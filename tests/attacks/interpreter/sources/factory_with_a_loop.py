"""Five hundred calls of a factory that counts to ten thousand.

Gets: unsupported with unsupported.module
Stage: slow
"""

from numba import cuda

def make(n):
    t = 0
    for i in range(4000):
        t = t + i
    return t


r = 0
for j in range(400):
    r = r + make(j)


@cuda.jit
def k(a, out):
    out[0] = r
