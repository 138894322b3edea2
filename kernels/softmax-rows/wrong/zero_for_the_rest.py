# expects: wrong_answer
import math

from numba import cuda, float32

BLOCK = 128


@cuda.jit
def softmax(a, out):
    tile = cuda.shared.array(BLOCK, float32)
    t = cuda.threadIdx.x
    row = cuda.blockIdx.x

    mine = float32(0)
    for column in range(t, a.shape[1], BLOCK):
        mine = max(mine, a[row, column])
    tile[t] = mine
    cuda.syncthreads()
    half = BLOCK // 2
    while half > 0:
        if t < half:
            tile[t] = max(tile[t], tile[t + half])
        cuda.syncthreads()
        half //= 2
    highest = tile[0]
    cuda.syncthreads()

    mine = float32(0)
    for column in range(t, a.shape[1], BLOCK):
        mine += math.exp(a[row, column] - highest)
    tile[t] = mine
    cuda.syncthreads()
    half = BLOCK // 2
    while half > 0:
        if t < half:
            tile[t] += tile[t + half]
        cuda.syncthreads()
        half //= 2
    total = tile[0]

    for column in range(t, a.shape[1], BLOCK):
        out[row, column] = math.exp(a[row, column] - highest) / total
