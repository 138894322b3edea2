import math

from numba import cuda, float32

ALL = 0xFFFFFFFF
ONE = float32(1.0)


@cuda.jit
def softmax(a, out):
    # Lanes without an element begin with the row's first one and a total of 0: a finite highest needs no question later.
    lane = cuda.threadIdx.x
    row = cuda.blockIdx.x * cuda.blockDim.y + cuda.threadIdx.y
    if row >= a.shape[0]:
        return
    highest = a[row, 0]
    total = float32(0)
    for column in range(lane, a.shape[1], 32):
        x = a[row, column]
        both = max(highest, x)
        total = total * math.exp(highest - both) + math.exp(x - both)
        highest = both

    for step in (16, 8, 4, 2, 1):
        other_highest = cuda.shfl_xor_sync(ALL, highest, step)
        other_total = cuda.shfl_xor_sync(ALL, total, step)
        both = max(highest, other_highest)
        total = total * math.exp(highest - both) + other_total * math.exp(other_highest - both)
        highest = both

    factor = ONE / total
    for column in range(lane, a.shape[1], 32):
        out[row, column] = math.exp(a[row, column] - highest) * factor
