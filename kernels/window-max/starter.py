import math

from numba import cuda, float32

BLOCK = 128  # threads in a block
REACH = 3  # to each side
WIDTH = BLOCK + 2 * REACH  # slots


@cuda.jit
def window_max(a, out):
    tile = cuda.shared.array(WIDTH, float32)
    t = cuda.threadIdx.x
    # Slot 0 stands for a[start], three
    # places in front of the block.
    start = cuda.blockIdx.x * BLOCK - REACH

    # 1. Fill all 134 slots with 128 threads.
    #    Where a[start + slot] does not
    #    exist, write -math.inf.
    # 2. All threads: wait until the tile
    #    is full.

    i = cuda.grid(1)
    if i < a.size:
        highest = tile[t]
        # 3. Compare with the other six slots.
        out[i] = highest
