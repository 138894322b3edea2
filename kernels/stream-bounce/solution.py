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
    rim = x == 0 or y == 0 or x == width - 1 or y == height - 1
    for k in range(9):
        if rim or solid[y, x]:
            out[k, y, x] = f[k, y, x]
        elif solid[y - CY[k], x - CX[k]]:
            out[k, y, x] = f[BACK[k], y, x]
        else:
            out[k, y, x] = f[k, y - CY[k], x - CX[k]]
