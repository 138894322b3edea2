# The other way round: each cell sends its numbers away instead of fetching them. Reads lie side by side and writes
# are shifted. A cell that no neighbour sends to has to be thought of: what bounces is written by its own cell.
from numba import cuda

CX = (0, 1, 0, -1, 0, 1, -1, -1, 1)
CY = (0, 0, 1, 0, -1, 1, 1, -1, -1)
BACK = (0, 3, 4, 1, 2, 7, 8, 5, 6)


@cuda.jit
def stream(f, solid, out):
    x, y = cuda.grid(2)
    _, height, width = f.shape
    if x >= width or y >= height:
        return
    stays = x == 0 or y == 0 or x == width - 1 or y == height - 1 or solid[y, x]
    for k in range(9):
        if stays:
            out[k, y, x] = f[k, y, x]
        tx = x + CX[k]
        ty = y + CY[k]
        if 0 <= tx < width and 0 <= ty < height:
            if solid[ty, tx]:
                if not stays:
                    out[BACK[k], y, x] = f[k, y, x]
            elif 0 < tx < width - 1 and 0 < ty < height - 1 and not solid[y, x]:
                out[k, ty, tx] = f[k, y, x]
