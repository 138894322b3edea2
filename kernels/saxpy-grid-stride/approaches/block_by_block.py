from numba import cuda


@cuda.jit
def saxpy(alpha, x, y):
    # Each block owns one long piece and walks through it, one block's width a round. Within a warp, neighbours
    # still have neighbouring elements, so the counts are nearly the same.
    rounds = (x.size + cuda.gridsize(1) - 1) // cuda.gridsize(1)
    start = cuda.blockIdx.x * rounds * cuda.blockDim.x
    for k in range(rounds):
        i = start + k * cuda.blockDim.x + cuda.threadIdx.x
        if i < x.size:
            y[i] = alpha * x[i] + y[i]
