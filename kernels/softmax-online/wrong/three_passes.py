# expects: too_slow
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
    for column in range(lane, a.shape[1], 32):
        highest = max(highest, a[row, column])
    for step in (16, 8, 4, 2, 1):
        highest = max(highest, cuda.shfl_xor_sync(ALL, highest, step))

    total = float32(0)
    for column in range(lane, a.shape[1], 32):
        total += math.exp(a[row, column] - highest)
    for step in (16, 8, 4, 2, 1):
        total += cuda.shfl_xor_sync(ALL, total, step)

    for column in range(lane, a.shape[1], 32):
        out[row, column] = math.exp(a[row, column] - highest) / total
