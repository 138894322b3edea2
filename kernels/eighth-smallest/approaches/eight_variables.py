import math

from numba import cuda, float32


@cuda.jit
def eighth_smallest(a, out):
    i = cuda.grid(1)
    if i < a.shape[1]:
        # No array: a variable can always be a register. Each one moves on what it does not keep.
        b0 = b1 = b2 = b3 = b4 = b5 = b6 = b7 = float32(math.inf)
        for row in range(a.shape[0]):
            x = a[row, i]
            b7 = min(b7, max(b6, x))
            b6 = min(b6, max(b5, x))
            b5 = min(b5, max(b4, x))
            b4 = min(b4, max(b3, x))
            b3 = min(b3, max(b2, x))
            b2 = min(b2, max(b1, x))
            b1 = min(b1, max(b0, x))
            b0 = min(b0, x)
        out[i] = b7
