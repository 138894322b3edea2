# expects: too_slow
from numba import cuda, float64


@cuda.jit
def exact_product(a, b, product, rest):
    i = cuda.grid(1)
    if i < a.size:
        exact = float64(a[i]) * float64(b[i])
        product[i] = exact
        rest[i] = exact - a[i] * b[i]
