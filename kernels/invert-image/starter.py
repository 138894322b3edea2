from numba import cuda


@cuda.jit
def invert(img, out):
    # Two indices for each thread. x runs along a row: the column.
    x, y = cuda.grid(2)

    # 1. img.shape is (rows, columns). Let only the threads go on
    #    whose pixel exists.
    # 2. Write one pixel of out. NumPy's order is out[row, column].
