from numba import cuda, float32


@cuda.jit
def gemm(alpha, a, b, beta, c):
    # A grid-stride loop in both directions: any grid will do, and neighbours along x still have neighbouring columns.
    first_column, first_row = cuda.grid(2)
    columns_apart, rows_apart = cuda.gridsize(2)
    for row in range(first_row, c.shape[0], rows_apart):
        for column in range(first_column, c.shape[1], columns_apart):
            total = float32(0)
            for k in range(a.shape[1]):
                total += a[row, k] * b[k, column]
            c[row, column] = alpha * total + beta * c[row, column]
