import math

from numba import cuda, float32

BLOCK = 128


@cuda.jit
def pull(x, y, mass, soft, ax, ay):
    # No zeros: the last tile is read only as far as there are bodies. Threads without a body help to bring the tiles.
    tile = cuda.shared.array((3, BLOCK), float32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    n = x.size
    own_x = x[min(i, n - 1)]
    own_y = y[min(i, n - 1)]
    sum_x = float32(0)
    sum_y = float32(0)
    for start in range(0, n, BLOCK):
        if start + t < n:
            tile[0, t] = x[start + t]
            tile[1, t] = y[start + t]
            tile[2, t] = mass[start + t]
        cuda.syncthreads()
        for k in range(min(BLOCK, n - start)):
            dx = tile[0, k] - own_x
            dy = tile[1, k] - own_y
            squared = dx * dx + dy * dy + soft
            weight = tile[2, k] / (squared * math.sqrt(squared))
            sum_x += weight * dx
            sum_y += weight * dy
        cuda.syncthreads()
    if i < n:
        ax[i] = sum_x
        ay[i] = sum_y
