# expects: data_race
from numba import cuda, float32

BLOCK = 128


@cuda.jit
def reverse_block(data):
    tile = cuda.shared.array(BLOCK, float32)
    t = cuda.threadIdx.x
    start = cuda.blockIdx.x * BLOCK
    count = min(BLOCK, data.size - start)
    if t < count:
        tile[t] = data[start + t]
    if t < count:
        data[start + t] = tile[count - 1 - t]
