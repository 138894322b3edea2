from numba import cuda


@cuda.jit
def amounts(price, quantity, amount):
    first = cuda.grid(1)
    step = cuda.gridsize(1)
    for i in range(first, amount.size, step):
        amount[i] = price[i] * quantity[i]
