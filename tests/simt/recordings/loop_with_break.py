from numba import cuda


@cuda.jit(device=True)
def is_enough(n, limit):
    return n * n >= limit


@cuda.jit
def kernel(out):
    t = cuda.threadIdx.x
    for n in range(4):
        if is_enough(n, out[t]):
            break
    out[t] = n
