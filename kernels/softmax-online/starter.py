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
        return  # all lanes of a warp together

    highest = NOTHING
    total = float32(0)
    for column in range(lane, a.shape[1], 32):
        x = a[row, column]
        # 1. A new highest? Then the total so
        #    far is too large. Rescale it.
        total += ONE

    for step in (16, 8, 4, 2, 1):
        other_highest = cuda.shfl_xor_sync(ALL, highest, step)
        other_total = cuda.shfl_xor_sync(ALL, total, step)
        # 2. Join the two. Some lanes may have
        #    seen nothing yet.

    # 3. Read the row once more, and write.
