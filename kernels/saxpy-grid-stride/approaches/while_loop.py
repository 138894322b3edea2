from numba import cuda


@cuda.jit
def saxpy(alpha, x, y):
    # The same walk, with the step written out: threads in a block times blocks in the grid.
    i = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
    step = cuda.blockDim.x * cuda.gridDim.x
    while i < x.size:
        y[i] = alpha * x[i] + y[i]
        i += step
