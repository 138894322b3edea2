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
    # One reading for both sums: all numbers are taken relative to the row's first one. That does not change the variance,
    # and it leaves small numbers to square, as long as the first one lies near the others.
    tile = cuda.shared.array(BLOCK, float32)
    t = cuda.threadIdx.x
    row = cuda.blockIdx.x
    columns = a.shape[1]

    first = a[row, 0]
    mine = float32(0)
    squares = float32(0)
    for column in range(t, columns, BLOCK):
        off = a[row, column] - first
        mine += off
        squares += off * off
    shift = block_sum(tile, t, mine) / float32(columns)
    variance = block_sum(tile, t, squares) / float32(columns) - shift * shift
    mean = first + shift

    scale = ONE / math.sqrt(variance + eps)
    for column in range(t, columns, BLOCK):
        out[row, column] = (a[row, column] - mean) * scale * weight[column] + bias[column]
