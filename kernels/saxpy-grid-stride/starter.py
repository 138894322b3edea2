from numba import cuda


@cuda.jit
def saxpy(alpha, x, y):
    # Every thread does one element, and then there are no threads left.
    i = cuda.grid(1)
    if i < x.size:
        y[i] = alpha * x[i] + y[i]

    # 1. Let each thread go on to further elements until none are left.
    # 2. How far on? In every round, neighbouring threads should have
    #    neighbouring elements.
