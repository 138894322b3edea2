# expects: wrong_answer
from numba import cuda, int16


@cuda.jit
def between(a, out):
    i = cuda.grid(1)
    if i < out.size:
        left = i // 2
        right = (i + 1) // 2
        total = int16(a[left] + a[right])
        out[i] = total // 2
