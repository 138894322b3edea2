import math

from numba import cuda, float32

BLOCK = 128
WARPS = 4
ALL = 0xFFFFFFFF


@cuda.jit
def softmax(a, out):
    # Each warp reduces by shuffles and leaves one number; every thread then goes through the four of them. A tile for
    # each of the two reductions: no thread can overwrite what another has still to read.
    peaks = cuda.shared.array(WARPS, float32)
    sums = cuda.shared.array(WARPS, float32)
    t = cuda.threadIdx.x
    row = cuda.blockIdx.x

    highest = float32(-math.inf)
    for column in range(t, a.shape[1], BLOCK):
        highest = max(highest, a[row, column])
    for step in (16, 8, 4, 2, 1):
        highest = max(highest, cuda.shfl_xor_sync(ALL, highest, step))
    if t % 32 == 0:
        peaks[t // 32] = highest
    cuda.syncthreads()
    for warp in range(WARPS):
        highest = max(highest, peaks[warp])

    total = float32(0)
    for column in range(t, a.shape[1], BLOCK):
        total += math.exp(a[row, column] - highest)
    for step in (16, 8, 4, 2, 1):
        total += cuda.shfl_xor_sync(ALL, total, step)
    if t % 32 == 0:
        sums[t // 32] = total
    cuda.syncthreads()
    total = float32(0)
    for warp in range(WARPS):
        total += sums[warp]

    for column in range(t, a.shape[1], BLOCK):
        out[row, column] = math.exp(a[row, column] - highest) / total
