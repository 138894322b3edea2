# expects: wrong_answer
from numba import cuda


@cuda.jit
def determinants(a, b, c, d, det):
    i = cuda.grid(1)
    if i < a.size:
        det[i] = cuda.fma(a[i], d[i], -(b[i] * c[i]))
