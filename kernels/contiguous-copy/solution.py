from numba import cuda


@cuda.jit
def copy(a, out):
    first = 4 * cuda.blockDim.x * cuda.blockIdx.x
    for k in range(4):
        i = first + k * cuda.blockDim.x + cuda.threadIdx.x
        if i < a.size:
            out[i] = a[i]
