from numba import cuda, float32


@cuda.jit
def gemm(alpha, a, b, beta, c):
    # 1. Which row and which column of c
    #    are yours? Neighbours along x
    #    should want neighbours in memory.
    # 2. Guard them. The matrix does not
    #    have to be square.
    # 3. Add up a[row, k] * b[k, column]
    #    over all k, in a total of your own
    #    that begins with float32(0).
    # 4. Write c[row, column] once.
    pass
