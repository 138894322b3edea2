from numba import cuda


@cuda.jit
def saxpy(alpha, x, y):
    # One element for each thread, and then no thread is left.
    i = cuda.grid(1)
    if i < x.size:
        y[i] = alpha * x[i] + y[i]

    # 1. Let each thread go on until no element is left.
    # 2. How far on? In every round, neighbouring threads
    #    should have neighbouring elements.
