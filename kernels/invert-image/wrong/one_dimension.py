# expects: wrong_answer
from numba import cuda


@cuda.jit
def invert(img, out):
    x = cuda.grid(1)
    if x < img.shape[1]:
        out[0, x] = 255 - img[0, x]
