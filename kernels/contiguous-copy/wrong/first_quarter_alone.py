# expects: wrong_answer
from numba import cuda


@cuda.jit
def copy(a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i] = a[i]
