# expects: wrong_answer
from numba import cuda


@cuda.jit
def exact_product(a, b, product, rest):
    i = cuda.grid(1)
    if i < a.size:
        p = a[i] * b[i]
        product[i] = p
        rest[i] = cuda.fma(-a[i], b[i], p)
