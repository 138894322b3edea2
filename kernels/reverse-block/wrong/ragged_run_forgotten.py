# expects: uninitialized_read
from numba import cuda, float32

BLOCK = 128


@cuda.jit
def reverse_block(data):
    tile = cuda.shared.array(BLOCK, float32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    if i < data.size:
        tile[t] = data[i]
    cuda.syncthreads()
    if i < data.size:
        data[i] = tile[BLOCK - 1 - t]
