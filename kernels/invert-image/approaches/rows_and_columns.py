from numba import cuda


@cuda.jit
def invert(img, out):
    # Named as NumPy names them, nothing can be swapped by accident.
    column, row = cuda.grid(2)
    rows, columns = img.shape
    if row < rows and column < columns:
        out[row, column] = 255 - img[row, column]
