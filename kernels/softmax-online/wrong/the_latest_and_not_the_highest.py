# expects: wrong_answer
import math

from numba import cuda, float32

ALL = 0xFFFFFFFF
NOTHING = float32(-math.inf)
ONE = float32(1.0)


@cuda.jit
def softmax(a, out):
    lane = cuda.threadIdx.x
    row = cuda.blockIdx.x * cuda.blockDim.y + cuda.threadIdx.y
    if row >= a.shape[0]:
        return  # a warp is one row, so all of its lanes leave

    highest = NOTHING
    total = float32(0)
    for column in range(lane, a.shape[1], 32):
        x = a[row, column]
        total = total * math.exp(highest - x) + ONE
        highest = x

    for step in (16, 8, 4, 2, 1):
        other_highest = cuda.shfl_xor_sync(ALL, highest, step)
        other_total = cuda.shfl_xor_sync(ALL, total, step)
        both = max(highest, other_highest)
        if both > NOTHING:
            total = total * math.exp(highest - both) + other_total * math.exp(other_highest - both)
            highest = both

    for column in range(lane, a.shape[1], 32):
        out[row, column] = math.exp(a[row, column] - highest) / total
