# expects: data_race
from numba import cuda


@cuda.jit
def saxpy(alpha, x, y):
    for i in range(cuda.threadIdx.x, x.size, cuda.blockDim.x):
        y[i] = alpha * x[i] + y[i]
