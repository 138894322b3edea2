from numba import cuda


@cuda.jit
def vector_add(a, b, out):
    # Every thread runs these lines. i is the element that is mine.
    i = cuda.grid(1)

    # 1. There may be more threads than elements: let only those
    #    go on whose i exists in out.
    # 2. Write one element of out.
