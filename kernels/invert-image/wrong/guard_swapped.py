# expects: out_of_bounds
from numba import cuda


@cuda.jit
def invert(img, out):
    x, y = cuda.grid(2)
    if x < img.shape[0] and y < img.shape[1]:
        out[y, x] = 255 - img[y, x]
