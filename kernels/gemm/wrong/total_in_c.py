# expects: too_slow
from numba import cuda


@cuda.jit
def gemm(alpha, a, b, beta, c):
    column, row = cuda.grid(2)
    if row < c.shape[0] and column < c.shape[1]:
        c[row, column] *= beta
        for k in range(a.shape[1]):
            c[row, column] += alpha * a[row, k] * b[k, column]
