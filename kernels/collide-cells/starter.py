from numba import cuda, float32

CX = (0, 1, 0, -1, 0, 1, -1, -1, 1)
CY = (0, 0, 1, 0, -1, 1, 1, -1, -1)
W = (4 / 9, 1 / 9, 1 / 9, 1 / 9, 1 / 9, 1 / 36, 1 / 36, 1 / 36, 1 / 36)


@cuda.jit
def collide(f, omega, out):
    i = cuda.grid(1)
    # 1. Threads without a cell have nothing to do.

    density = float32(0)
    ux = float32(0)
    uy = float32(0)
    for k in range(9):
        density += f[k, i]
        # 2. Sum what flows along x and along y.
    # 3. Momentum over density is velocity.

    for k in range(9):
        # 4. The even value of direction k, and a share
        #    omega of the way to it.
        out[k, i] = f[k, i]
