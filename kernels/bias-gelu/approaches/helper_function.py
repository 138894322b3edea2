import math

from numba import cuda, float32


@cuda.jit(device=True)
def gelu(v):
    inner = float32(0.7978845608) * (v + float32(0.044715) * v * v * v)
    return float32(0.5) * v * (float32(1.0) + math.tanh(inner))


@cuda.jit
def bias_gelu(x, bias, out):
    # The compiler puts the helper's instructions in the place of its call. It costs no pass over memory.
    column, row = cuda.grid(2)
    if row < out.shape[0] and column < out.shape[1]:
        out[row, column] = gelu(x[row, column] + bias[column])
