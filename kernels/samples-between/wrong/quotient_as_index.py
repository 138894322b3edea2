# expects: typing_error
from numba import cuda


@cuda.jit
def between(a, out):
    i = cuda.grid(1)
    if i < out.size:
        left = i / 2
        right = (i + 1) / 2
        out[i] = (a[left] + a[right]) // 2
