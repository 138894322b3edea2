# expects: out_of_bounds
from numba import cuda


@cuda.jit
def heat_step(u, r, new):
    x, y = cuda.grid(2)
    height, width = u.shape
    if x < width and y < height:
        if 0 < x <= width - 1 and 0 < y <= height - 1:
            around = u[y - 1, x] + u[y + 1, x] + u[y, x - 1] + u[y, x + 1]
            new[y, x] = u[y, x] + r * (around - 4 * u[y, x])
        else:
            new[y, x] = u[y, x]
