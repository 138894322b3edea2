import math

from numba import cuda, float32

BLOCK = 128  # threads in a block
REACH = 3  # how far a window reaches to each side
WIDTH = BLOCK + 2 * REACH  # elements that a block needs


@cuda.jit
def window_max(a, out):
    # Slot 0 of the tile stands for the element three places
    # in front of the block's first one.
    tile = cuda.shared.array(WIDTH, float32)
    t = cuda.threadIdx.x
    start = cuda.blockIdx.x * BLOCK - REACH

    # 1. Fill all 134 slots with 128 threads. A slot whose
    #    element a[start + slot] does not exist gets -math.inf.
    # 2. All threads: wait until the whole tile is filled.

    i = cuda.grid(1)
    if i < a.size:
        highest = tile[t]
        # 3. Compare with the other six slots of the window.
        out[i] = highest
