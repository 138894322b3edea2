# expects: out_of_bounds
from numba import cuda


@cuda.jit
def saxpy(alpha, x, y):
    step = cuda.gridsize(1)
    rounds = (x.size + step - 1) // step
    for k in range(rounds):
        i = cuda.grid(1) + k * step
        y[i] = alpha * x[i] + y[i]
