from numba import cuda


@cuda.jit
def kernel(out):
    t = cuda.threadIdx.x
    if t % 2 == 0:
        x = out[t] * 10
    else:
        x = -1
    out[t] = x
