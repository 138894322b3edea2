from numba import cuda


@cuda.jit
def vector_add(a, b, out):
    # Right for every grid, even one of a single block: each thread walks on by the number of all threads.
    for i in range(cuda.grid(1), out.size, cuda.gridsize(1)):
        out[i] = a[i] + b[i]
