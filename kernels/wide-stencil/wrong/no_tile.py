# expects: too_slow
from numba import cuda, float32


@cuda.jit
def curvature(u, out):
    x, y = cuda.grid(2)
    height, width = u.shape
    if x < width and y < height:
        near = float32(0)
        far = float32(0)
        if y >= 1:
            near += u[y - 1, x]
        if y >= 2:
            far += u[y - 2, x]
        if y < height - 1:
            near += u[y + 1, x]
        if y < height - 2:
            far += u[y + 2, x]
        if x >= 1:
            near += u[y, x - 1]
        if x >= 2:
            far += u[y, x - 2]
        if x < width - 1:
            near += u[y, x + 1]
        if x < width - 2:
            far += u[y, x + 2]
        out[y, x] = (float32(16) * near - far) / float32(12) - float32(5) * u[y, x]
