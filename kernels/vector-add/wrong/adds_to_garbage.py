# expects: uninitialized_read
from numba import cuda


@cuda.jit
def vector_add(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] += a[i]
        out[i] += b[i]
