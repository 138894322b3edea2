from numba import cuda


@cuda.jit
def double(a, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = 2 * a[i]
