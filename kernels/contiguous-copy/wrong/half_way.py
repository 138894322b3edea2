# expects: too_slow
from numba import cuda


@cuda.jit
def copy(a, out):
    first = 4 * cuda.blockDim.x * cuda.blockIdx.x
    for half in range(2):
        for k in range(2):
            i = first + half * 2 * cuda.blockDim.x + 2 * cuda.threadIdx.x + k
            if i < a.size:
                out[i] = a[i]
