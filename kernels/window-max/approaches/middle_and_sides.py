import math

from numba import cuda, float32

BLOCK = 128
REACH = 3
WIDTH = BLOCK + 2 * REACH


@cuda.jit
def window_max(a, out):
    # Each thread puts down its own element; the first three fetch both sides as well. No loop, but three cases.
    tile = cuda.shared.array(WIDTH, float32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    tile[t + REACH] = a[i] if i < a.size else -math.inf
    if t < REACH:
        left = i - REACH
        right = i + BLOCK
        tile[t] = a[left] if left >= 0 else -math.inf
        tile[t + REACH + BLOCK] = a[right] if right < a.size else -math.inf
    cuda.syncthreads()
    if i < a.size:
        highest = tile[t]
        for k in range(1, 2 * REACH + 1):
            highest = max(highest, tile[t + k])
        out[i] = highest
