# expects: out_of_bounds
from numba import cuda, float32

CX = (0, 1, 0, -1, 0, 1, -1, -1, 1)
CY = (0, 0, 1, 0, -1, 1, 1, -1, -1)
W = (4 / 9, 1 / 9, 1 / 9, 1 / 9, 1 / 9, 1 / 36, 1 / 36, 1 / 36, 1 / 36)


@cuda.jit
def collide(f, omega, out):
    i = cuda.grid(1)
    if i <= f.shape[1]:
        density = float32(0)
        ux = float32(0)
        uy = float32(0)
        for k in range(9):
            density += f[k, i]
            ux += CX[k] * f[k, i]
            uy += CY[k] * f[k, i]
        ux /= density
        uy /= density

        square = float32(1.5) * (ux * ux + uy * uy)
        for k in range(9):
            along = float32(3) * (CX[k] * ux + CY[k] * uy)
            even = float32(W[k]) * density * (1 + along + along * along / 2 - square)
            out[k, i] = f[k, i] + omega * (even - f[k, i])
