# expects: wrong_answer
import math

from numba import cuda, float32

HALF = float32(0.5)
ONE = float32(1.0)
ROOT_HALF = float32(0.7071067812)


@cuda.jit
def bias_gelu(x, bias, out):
    column, row = cuda.grid(2)
    if row < out.shape[0] and column < out.shape[1]:
        v = x[row, column] + bias[column]
        out[row, column] = HALF * v * (ONE + math.erf(v * ROOT_HALF))
