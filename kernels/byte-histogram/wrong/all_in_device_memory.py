# expects: too_slow
from numba import cuda


@cuda.jit
def histogram(a, bins):
    for i in range(cuda.grid(1), a.size, cuda.gridsize(1)):
        cuda.atomic.add(bins, a[i], 1)
