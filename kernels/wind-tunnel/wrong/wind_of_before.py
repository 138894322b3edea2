# expects: wrong_answer
from numba import cuda, float32

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
    rim = x == 0 or y == 0 or x == width - 1 or y == height - 1
    if rim or solid[y, x]:
        for k in range(9):
            out[k, y, x] = f[k, y, x]
        return

    came = cuda.local.array(9, float32)
    density = float32(0)
    ux = float32(0)
    uy = float32(0)
    for k in range(9):
        if solid[y - CY[k], x - CX[k]]:
            came[k] = f[BACK[k], y, x]
        else:
            came[k] = f[k, y - CY[k], x - CX[k]]
        density += f[k, y, x]
        ux += CX[k] * f[k, y, x]
        uy += CY[k] * f[k, y, x]
    ux /= density
    uy /= density

    square = float32(1.5) * (ux * ux + uy * uy)
    for k in range(9):
        along = float32(3) * (CX[k] * ux + CY[k] * uy)
        even = float32(W[k]) * density * (float32(1) + along + float32(0.5) * along * along - square)
        out[k, y, x] = came[k] + omega * (even - came[k])
