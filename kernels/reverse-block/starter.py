from numba import cuda, float32

BLOCK = 128  # threads in a block, elements in a full run


@cuda.jit
def reverse_block(data):
    # One tile for each block, seen by all of its threads.
    tile = cuda.shared.array(BLOCK, float32)
    t = cuda.threadIdx.x
    start = cuda.blockIdx.x * BLOCK  # where this run begins
    count = min(BLOCK, data.size - start)  # how long it is

    # 1. Threads with t < count: copy your element into tile[t].
    # 2. All threads: wait until the whole tile is filled.
    # 3. Threads with t < count: write the mirrored element of
    #    the tile to your place in data.
