from numba import cuda, int64


@cuda.jit
def kernel(out):
    tile = cuda.shared.array(8, int64)
    t = cuda.threadIdx.x
    tile[t] = out[t]
    cuda.syncthreads()
    step = 4
    while step > 0:
        if t < step:
            tile[t] += tile[t + step]
        cuda.syncthreads()
        step //= 2
    if t == 0:
        out[0] = tile[0]
