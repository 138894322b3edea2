# expects: data_race
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
    left = cuda.blockIdx.x * COLUMNS - REACH
    top = cuda.blockIdx.y * ROWS - REACH
    for slot in range(ty * COLUMNS + tx, HIGH * WIDE, ROWS * COLUMNS):
        row = slot // WIDE
        column = slot % WIDE
        y = top + row
        x = left + column
        if 0 <= y < height and 0 <= x < width:
            tile[row, column] = u[y, x]
        else:
            tile[row, column] = 0
    r, c = ty + REACH, tx + REACH
    y, x = top + r, left + c
    if y < height and x < width:
        near = tile[r - 1, c] + tile[r + 1, c] + tile[r, c - 1] + tile[r, c + 1]
        far = tile[r - 2, c] + tile[r + 2, c] + tile[r, c - 2] + tile[r, c + 2]
        out[y, x] = (float32(16) * near - far) / float32(12) - float32(5) * tile[r, c]
