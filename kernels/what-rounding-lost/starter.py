from numba import cuda


@cuda.jit
def determinants(a, b, c, d, det):
    i = cuda.grid(1)
    if i < a.size:
        # Nearly equal products, each of them rounded: what is left of the difference?
        det[i] = a[i] * d[i] - b[i] * c[i]
