# expects: too_slow
import math

from numba import cuda


@cuda.jit
def gate(x, out):
    column, row = cuda.grid(2)
    half = out.shape[1]
    if row < out.shape[0] and column < half:
        left = x[row, column]
        right = x[row, column + half]
        out[row, column] = left / (1.0 + math.exp(-left)) * right
