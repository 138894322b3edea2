from numba import cuda


@cuda.jit
def invert(img, out):
    row, column = cuda.grid(2)
    if row < img.shape[0] and column < img.shape[1]:
        out[row, column] = 1 - img[row, column]
