from numba import cuda


@cuda.jit
def invert(img, out):
    # Two indices for each thread. The first one, x, runs along a row: it is the column.
    x, y = cuda.grid(2)

    # 1. img.shape is (rows, columns). Let only the threads whose pixel exists go on.
    # 2. Write one pixel of out. NumPy's order is out[row, column].
