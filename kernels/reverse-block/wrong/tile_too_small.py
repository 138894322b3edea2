# expects: out_of_bounds
from numba import cuda, float32

BLOCK = 128
TILE = 64


@cuda.jit
def reverse_block(data):
    tile = cuda.shared.array(TILE, float32)
    t = cuda.threadIdx.x
    start = cuda.blockIdx.x * BLOCK
    count = min(BLOCK, data.size - start)
    if t < count:
        tile[t] = data[start + t]
    cuda.syncthreads()
    if t < count:
        data[start + t] = tile[count - 1 - t]
