# expects: out_of_bounds
from numba import cuda


@cuda.jit
def vector_add(a, b, out):
    i = cuda.grid(1)
    out[i] = a[i] + b[i]
