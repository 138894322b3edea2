from numba import cuda

# Direction k goes CX[k] columns and CY[k] rows on;
# BACK[k] is the opposite direction.
CX = (0, 1, 0, -1, 0, 1, -1, -1, 1)
CY = (0, 0, 1, 0, -1, 1, 1, -1, -1)
BACK = (0, 3, 4, 1, 2, 7, 8, 5, 6)


@cuda.jit
def stream(f, solid, out):
    x, y = cuda.grid(2)
    _, height, width = f.shape
    if x >= width or y >= height:
        return
    # 1. Which cells keep their nine numbers?
    for k in range(9):
        # 2. From which cell comes what moves along k?
        # 3. And if that cell is solid?
        out[k, y, x] = f[k, y, x]
