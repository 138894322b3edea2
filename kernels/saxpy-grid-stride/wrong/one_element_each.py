# expects: wrong_answer
from numba import cuda


@cuda.jit
def saxpy(alpha, x, y):
    i = cuda.grid(1)
    if i < x.size:
        y[i] = alpha * x[i] + y[i]
