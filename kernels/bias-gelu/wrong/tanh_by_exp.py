# expects: wrong_answer
import math

from numba import cuda, float32

SCALE = float32(0.7978845608)
CUBIC = float32(0.044715)
HALF = float32(0.5)
ONE = float32(1.0)


@cuda.jit
def bias_gelu(x, bias, out):
    column, row = cuda.grid(2)
    if row < out.shape[0] and column < out.shape[1]:
        v = x[row, column] + bias[column]
        inner = SCALE * (v + CUBIC * v * v * v)
        e = math.exp(inner + inner)
        out[row, column] = HALF * v * (ONE + (e - ONE) / (e + ONE))
