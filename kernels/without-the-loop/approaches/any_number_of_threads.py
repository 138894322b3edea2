from numba import cuda


@cuda.jit
def fees(minutes, fee):
    # The loop stays, and steps by the number of threads: right for any launch, as in your first one.
    for i in range(cuda.grid(1), fee.size, cuda.gridsize(1)):
        fee[i] = max(minutes[i] - 30, 0) * 2
