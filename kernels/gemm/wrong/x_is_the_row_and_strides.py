# expects: too_slow
from numba import cuda, float32


@cuda.jit
def gemm(alpha, a, b, beta, c):
    first_row, first_column = cuda.grid(2)
    rows_apart, columns_apart = cuda.gridsize(2)
    for row in range(first_row, c.shape[0], rows_apart):
        for column in range(first_column, c.shape[1], columns_apart):
            total = float32(0)
            for k in range(a.shape[1]):
                total += a[row, k] * b[k, column]
            c[row, column] = alpha * total + beta * c[row, column]
