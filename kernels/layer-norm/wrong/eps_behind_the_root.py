# expects: wrong_answer
import math

from numba import cuda, float32

BLOCK = 128
ONE = float32(1.0)


@cuda.jit(device=True)
def block_sum(tile, t, mine):
    """The sum of `mine` over the block, for every thread. All threads have to call it."""
    tile[t] = mine
    cuda.syncthreads()
    half = BLOCK // 2
    while half > 0:
        if t < half:
            tile[t] += tile[t + half]
        cuda.syncthreads()
        half //= 2
    total = tile[0]
    cuda.syncthreads()
    return total


@cuda.jit
def layer_norm(a, weight, bias, eps, out):
    tile = cuda.shared.array(BLOCK, float32)
    t = cuda.threadIdx.x
    row = cuda.blockIdx.x
    columns = a.shape[1]

    mine = float32(0)
    for column in range(t, columns, BLOCK):
        mine += a[row, column]
    mean = block_sum(tile, t, mine) / float32(columns)

    mine = float32(0)
    for column in range(t, columns, BLOCK):
        centred = a[row, column] - mean
        mine += centred * centred
    variance = block_sum(tile, t, mine) / float32(columns)

    scale = ONE / (math.sqrt(variance) + eps)
    for column in range(t, columns, BLOCK):
        out[row, column] = (a[row, column] - mean) * scale * weight[column] + bias[column]
