"""Powers of literals and of variables within a kernel wrap round, as on a GPU.

Gets: ok
"""

from numba import cuda


@cuda.jit
def k(a, out):
    x = 9
    for _ in range(9):
        x = x**x
    if cuda.grid(1) == 0:
        out[0] = x + 9**9**2 + (1 << 10**9)
