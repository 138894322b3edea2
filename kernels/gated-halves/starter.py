import math

from numba import cuda, float32

ONE = float32(1.0)


@cuda.jit
def gate(x, out):
    column, row = cuda.grid(2)
    # x is twice as wide as out.
    half = out.shape[1]
    # 1. Leave out threads that have no
    #    element of out.
    # 2. Read one number of the left half
    #    and its partner of the right half.
    # 3. SiLU of the left one, times the
    #    right one: write it.
