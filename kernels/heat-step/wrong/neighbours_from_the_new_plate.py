# expects: data_race
from numba import cuda


@cuda.jit
def heat_step(u, r, new):
    x, y = cuda.grid(2)
    height, width = u.shape
    if x < width and y < height:
        new[y, x] = u[y, x]
        if 0 < x < width - 1 and 0 < y < height - 1:
            around = new[y - 1, x] + new[y + 1, x] + new[y, x - 1] + new[y, x + 1]
            new[y, x] += r * (around - 4 * u[y, x])
