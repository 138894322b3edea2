# expects: too_slow
from numba import cuda


@cuda.jit
def saxpy(alpha, x, y):
    each = (x.size + cuda.gridsize(1) - 1) // cuda.gridsize(1)
    first = cuda.grid(1) * each
    for i in range(first, min(first + each, x.size)):
        y[i] = alpha * x[i] + y[i]
