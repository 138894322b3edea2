from numba import cuda


@cuda.jit
def vector_add(a, b, out):
    # Every thread runs these lines. This is the index of the element that is mine.
    i = cuda.grid(1)

    # 1. The launch may start more threads than there are elements.
    #    Let only the threads whose i exists in out go on.
    # 2. Write one element of out.
