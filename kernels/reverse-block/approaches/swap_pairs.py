from numba import cuda

BLOCK = 128


@cuda.jit
def reverse_block(data):
    # Half of the threads, two elements each. No two threads share an element, so nothing has to wait.
    t = cuda.threadIdx.x
    start = cuda.blockIdx.x * BLOCK
    count = min(BLOCK, data.size - start)
    if t < count // 2:
        low = start + t
        high = start + count - 1 - t
        data[low], data[high] = data[high], data[low]
