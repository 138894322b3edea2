# expects: too_slow
import math

from numba import cuda


@cuda.jit
def bias_gelu(x, bias, out):
    column, row = cuda.grid(2)
    if row < out.shape[0] and column < out.shape[1]:
        v = x[row, column] + bias[column]
        inner = 0.7978845608 * (v + 0.044715 * v * v * v)
        out[row, column] = 0.5 * v * (1.0 + math.tanh(inner))
