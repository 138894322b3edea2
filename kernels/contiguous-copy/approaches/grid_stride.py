from numba import cuda


@cuda.jit
def copy(a, out):
    # Not four elements of one block's piece, but one of each quarter of the array, and right for any grid.
    for i in range(cuda.grid(1), a.size, cuda.gridsize(1)):
        out[i] = a[i]
