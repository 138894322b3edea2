# expects: data_race
from numba import cuda

BLOCK = 128


@cuda.jit
def reverse_block(data):
    t = cuda.threadIdx.x
    start = cuda.blockIdx.x * BLOCK
    count = min(BLOCK, data.size - start)
    if t < count:
        data[start + t] = data[start + count - 1 - t]
