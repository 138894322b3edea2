from numba import cuda


@cuda.jit
def fees(minutes, fee):
    i = cuda.grid(1)
    if i < fee.size:
        fee[i] = max(minutes[i] - 30, 0) * 2
