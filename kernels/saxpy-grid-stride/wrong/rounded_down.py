# expects: wrong_answer
from numba import cuda


@cuda.jit
def saxpy(alpha, x, y):
    step = cuda.gridsize(1)
    for k in range(x.size // step):
        i = cuda.grid(1) + k * step
        y[i] = alpha * x[i] + y[i]
