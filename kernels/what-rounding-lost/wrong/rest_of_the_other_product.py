# expects: wrong_answer
from numba import cuda


@cuda.jit
def determinants(a, b, c, d, det):
    i = cuda.grid(1)
    if i < a.size:
        p = b[i] * c[i]
        lost = cuda.fma(a[i], d[i], -(a[i] * d[i]))
        det[i] = cuda.fma(a[i], d[i], -p) - lost
