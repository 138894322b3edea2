import math

from numba import cuda, float32

BLOCK = 128


@cuda.jit
def softmax(a, out):
    tile = cuda.shared.array(BLOCK, float32)
    t = cuda.threadIdx.x
    row = cuda.blockIdx.x

    # The sum of the row. It is right, and
    # it overflows.
    mine = float32(0)
    for column in range(t, a.shape[1], BLOCK):
        mine += math.exp(a[row, column])
    tile[t] = mine
    cuda.syncthreads()
    half = BLOCK // 2
    while half > 0:
        if t < half:
            tile[t] += tile[t + half]
        cuda.syncthreads()
        half //= 2
    total = tile[0]

    # 1. Before all this: find the highest
    #    of the row, in the same way.
    # 2. The tile is used twice. What has to
    #    stand between the two?
    # 3. Take the highest away, here and
    #    below.
    for column in range(t, a.shape[1], BLOCK):
        out[row, column] = math.exp(a[row, column]) / total
