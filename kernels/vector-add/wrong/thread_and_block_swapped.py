# expects: wrong_answer
from numba import cuda


@cuda.jit
def vector_add(a, b, out):
    i = cuda.threadIdx.x * cuda.blockDim.x + cuda.blockIdx.x
    if i < out.size:
        out[i] = a[i] + b[i]
