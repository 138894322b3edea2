# expects: out_of_bounds
from numba import cuda


@cuda.jit
def saxpy(alpha, x, y):
    i = cuda.grid(1)
    while i <= x.size:
        y[i] = alpha * x[i] + y[i]
        i += cuda.gridsize(1)
