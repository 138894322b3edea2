from numba import cuda, float32

BLOCK = 128


@cuda.jit
def reverse_block(data):
    # Each thread carries its value across the barrier in a register: no tile, but still a barrier.
    t = cuda.threadIdx.x
    start = cuda.blockIdx.x * BLOCK
    count = min(BLOCK, data.size - start)
    value = float32(0)
    if t < count:
        value = data[start + count - 1 - t]
    cuda.syncthreads()
    if t < count:
        data[start + t] = value
