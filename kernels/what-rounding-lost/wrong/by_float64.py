# expects: too_slow
from numba import cuda, float64


@cuda.jit
def determinants(a, b, c, d, det):
    i = cuda.grid(1)
    if i < a.size:
        det[i] = float64(a[i]) * float64(d[i]) - float64(b[i]) * float64(c[i])
