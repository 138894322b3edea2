# expects: wrong_answer
from numba import cuda, float32


@cuda.jit
def gemm(alpha, a, b, beta, c):
    row, column = cuda.grid(2)
    if row < c.shape[0] and column < c.shape[1]:
        total = float32(0)
        for k in range(a.shape[1]):
            total += a[row, k] * b[k, column]
        c[row, column] = alpha * total + beta * c[row, column]
