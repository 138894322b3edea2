# expects: wrong_answer
from numba import cuda


@cuda.jit
def heat_step(u, r, new):
    x, y = cuda.grid(2)
    width, height = u.shape
    if x < width and y < height:
        if 0 < x < width - 1 and 0 < y < height - 1:
            around = u[x - 1, y] + u[x + 1, y] + u[x, y - 1] + u[x, y + 1]
            new[x, y] = u[x, y] + r * (around - 4 * u[x, y])
        else:
            new[x, y] = u[x, y]
