# expects: typing_error
import math

from numba import cuda, float32

ONE = float32(1.0)


@cuda.jit
def gate(x, out):
    column, row = cuda.grid(2)
    half = x.shape[1] / 2
    if row < out.shape[0] and column < half:
        left = x[row, column]
        right = x[row, column + half]
        out[row, column] = left / (ONE + math.exp(-left)) * right
