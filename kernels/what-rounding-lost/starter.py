from numba import cuda


@cuda.jit
def exact_product(a, b, product, rest):
    i = cuda.grid(1)
    if i < a.size:
        p = a[i] * b[i]
        product[i] = p
        # a[i] * b[i] has up to 48 digits, and p
        # has room for 24. What is the rest?
        rest[i] = 0
