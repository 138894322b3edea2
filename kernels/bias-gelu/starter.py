import math

from numba import cuda, float32

SCALE = float32(0.7978845608)  # the square root of 2 / pi
CUBIC = float32(0.044715)
HALF = float32(0.5)
ONE = float32(1.0)


@cuda.jit
def bias_gelu(x, bias, out):
    column, row = cuda.grid(2)
    # 1. Leave out threads that have no element.
    # 2. Read x once. Which bias belongs to it?
    # 3. GELU of the sum, in variables.
    # 4. Write once.
