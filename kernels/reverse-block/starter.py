from numba import cuda, float32

BLOCK = 128  # threads in every block, and elements in every run but perhaps the last


@cuda.jit
def reverse_block(data):
    tile = cuda.shared.array(BLOCK, float32)  # one for each block, seen by all of its threads
    t = cuda.threadIdx.x
    start = cuda.blockIdx.x * BLOCK  # where this block's run begins
    count = min(BLOCK, data.size - start)  # how long the run is

    # 1. Threads with t < count: copy your element of data into tile[t].
    # 2. All threads: wait until the whole tile is filled.
    # 3. Threads with t < count: write the mirrored element of the tile back to your place in data.
