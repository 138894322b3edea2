from numba import cuda, float32

# Direction k goes CX[k] columns and CY[k] rows on;
# BACK[k] is the opposite direction.
CX = (0, 1, 0, -1, 0, 1, -1, -1, 1)
CY = (0, 0, 1, 0, -1, 1, 1, -1, -1)
BACK = (0, 3, 4, 1, 2, 7, 8, 5, 6)
W = (4 / 9, 1 / 9, 1 / 9, 1 / 9, 1 / 9, 1 / 36, 1 / 36, 1 / 36, 1 / 36)


@cuda.jit
def step(f, solid, omega, out):
    x, y = cuda.grid(2)
    _, height, width = f.shape
    if x >= width or y >= height:
        return
    # 1. Cells of the rim and of the wing keep
    #    all nine numbers: copy them, and return.

    came = cuda.local.array(9, float32)
    density = float32(0)
    ux = float32(0)
    uy = float32(0)
    for k in range(9):
        # 2. What came along k: from the cell behind,
        #    or, if that is solid, what this cell
        #    itself sent against the wall.
        came[k] = f[k, y, x]
        density += came[k]
        ux += CX[k] * came[k]
        uy += CY[k] * came[k]
    ux /= density
    uy /= density

    square = float32(1.5) * (ux * ux + uy * uy)
    for k in range(9):
        # 3. Let them collide: a share omega of the way
        #    from came[k] to its even value.
        out[k, y, x] = came[k]
