# The same step as a sum of weights: what stays, and what comes from each side. For r up to 1/4 none is negative.
from numba import cuda


@cuda.jit
def heat_step(u, r, new):
    x, y = cuda.grid(2)
    height, width = u.shape
    if x >= width or y >= height:
        return
    if x == 0 or y == 0 or x == width - 1 or y == height - 1:
        new[y, x] = u[y, x]
    else:
        new[y, x] = (1 - 4 * r) * u[y, x] + r * (u[y - 1, x] + u[y + 1, x] + u[y, x - 1] + u[y, x + 1])
