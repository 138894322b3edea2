# expects: too_slow
import math

from numba import cuda, float32

BLOCK = 128
REACH = 3
WIDTH = BLOCK + 2 * REACH


@cuda.jit
def window_max(a, out):
    tile = cuda.shared.array(WIDTH, float32)
    t = cuda.threadIdx.x
    start = cuda.blockIdx.x * BLOCK - REACH
    for slot in range(t, WIDTH):
        i = start + slot
        if 0 <= i < a.size:
            tile[slot] = a[i]
        else:
            tile[slot] = -math.inf
    cuda.syncthreads()

    i = cuda.grid(1)
    if i < a.size:
        highest = tile[t]
        for k in range(1, 2 * REACH + 1):
            highest = max(highest, tile[t + k])
        out[i] = highest
