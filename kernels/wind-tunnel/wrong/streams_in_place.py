# expects: data_race
from numba import cuda, float32

CX = (0, 1, 0, -1, 0, 1, -1, -1, 1)
CY = (0, 0, 1, 0, -1, 1, 1, -1, -1)
BACK = (0, 3, 4, 1, 2, 7, 8, 5, 6)
W = (4 / 9, 1 / 9, 1 / 9, 1 / 9, 1 / 9, 1 / 36, 1 / 36, 1 / 36, 1 / 36)


@cuda.jit
def step(f, solid, omega, out):
    x, y = cuda.grid(2)
    _, height, width = f.shape
    inside = x < width and y < height
    if inside:
        for k in range(9):
            out[k, y, x] = f[k, y, x]
    cuda.syncthreads()

    inner = inside and 0 < x < width - 1 and 0 < y < height - 1
    came = cuda.local.array(9, float32)
    density = float32(0)
    ux = float32(0)
    uy = float32(0)
    if inner:
        for k in range(9):
            if solid[y - CY[k], x - CX[k]]:
                came[k] = out[BACK[k], y, x]
            else:
                came[k] = out[k, y - CY[k], x - CX[k]]
            density += came[k]
            ux += CX[k] * came[k]
            uy += CY[k] * came[k]
    cuda.syncthreads()

    if inner and not solid[y, x]:
        ux /= density
        uy /= density
        square = float32(1.5) * (ux * ux + uy * uy)
        for k in range(9):
            along = float32(3) * (CX[k] * ux + CY[k] * uy)
            even = float32(W[k]) * density * (float32(1) + along + float32(0.5) * along * along - square)
            out[k, y, x] = came[k] + omega * (even - came[k])
