from numba import cuda, float32

TILE = 32


@cuda.jit
def transpose(a, out):
    tx = cuda.threadIdx.x
    ty = cuda.threadIdx.y
    x = cuda.blockIdx.x * TILE + tx
    y = cuda.blockIdx.y * TILE + ty

    # Right, but each warp scatters its 32
    # elements over 32 sectors of out. Run it
    # and look at the margin, then use a tile:
    #
    # 1. Copy a[y, x] into a tile of shared
    #    memory, under the guard.
    # 2. All threads: wait until it is full.
    # 3. Compute x and y anew, for the block's
    #    place in out. Neighbouring threads
    #    write neighbouring columns.
    # 4. Write the element from the tile, under
    #    a guard for out's shape.
    # 5. Look for bank conflicts in the margin.
    if y < a.shape[0] and x < a.shape[1]:
        out[x, y] = a[y, x]
