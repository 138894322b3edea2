from numba import cuda, float32

COLUMNS = 32
ROWS = 8
REACH = 2
WIDE = COLUMNS + 2 * REACH
HIGH = ROWS + 2 * REACH


@cuda.jit
def curvature(u, out):
    tile = cuda.shared.array((HIGH, WIDE), float32)
    tx, ty = cuda.threadIdx.x, cuda.threadIdx.y
    height, width = u.shape
    left = cuda.blockIdx.x * COLUMNS - REACH  # the column of u that belongs to column 0 of the tile
    top = cuda.blockIdx.y * ROWS - REACH  # and the row that belongs to row 0
    # 1. Fill all HIGH * WIDE slots; those that lie beyond the drum hold 0.
    tile[ty, tx] = 0
    # 2. Wait for one another.
    # 3. Each thread has the middle of its nine cells here:
    r, c = ty + REACH, tx + REACH
    y, x = top + r, left + c
    if y < height and x < width:
        near = tile[r - 1, c] + tile[r + 1, c] + tile[r, c - 1] + tile[r, c + 1]
        far = tile[r - 2, c] + tile[r + 2, c] + tile[r, c - 2] + tile[r, c + 2]
        out[y, x] = (float32(16) * near - far) / float32(12) - float32(5) * tile[r, c]
