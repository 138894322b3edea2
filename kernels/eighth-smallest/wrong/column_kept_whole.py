# expects: too_slow
from numba import cuda, float32


@cuda.jit
def eighth_smallest(a, out):
    i = cuda.grid(1)
    if i < a.shape[1]:
        column = cuda.local.array(40, float32)  # each thread's own, but no register
        for row in range(a.shape[0]):
            x = a[row, i]
            k = row
            while k > 0 and column[k - 1] > x:
                column[k] = column[k - 1]
                k -= 1
            column[k] = x
        out[i] = column[7]
