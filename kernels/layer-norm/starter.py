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

    # 1. The mean of the row: each thread adds
    #    its elements, block_sum adds the
    #    threads. Of how many numbers is it?
    # 2. The mean of the squares of what lies
    #    off the mean: the variance.
    # 3. Write. Where does eps go, so that a
    #    constant row works?
