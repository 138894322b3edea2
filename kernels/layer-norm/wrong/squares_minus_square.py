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
    squares = float32(0)
    for column in range(t, columns, BLOCK):
        x = a[row, column]
        mine += x
        squares += x * x
    mean = block_sum(tile, t, mine) / float32(columns)
    variance = max(block_sum(tile, t, squares) / float32(columns) - mean * mean, float32(0))

    scale = ONE / math.sqrt(variance + eps)
    for column in range(t, columns, BLOCK):
        out[row, column] = (a[row, column] - mean) * scale * weight[column] + bias[column]
