# expects: wrong_answer
from numba import cuda


@cuda.jit
def fees(minutes, fee):
    i = cuda.threadIdx.x
    if i < fee.size:
        fee[i] = max(minutes[i] - 30, 0) * 2
