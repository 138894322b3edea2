# expects: out_of_bounds
from numba import cuda


@cuda.jit
def invert(img, out):
    x, y = cuda.grid(2)
    if x < img.shape[1] and y < img.shape[0]:
        out[x, y] = 255 - img[x, y]
