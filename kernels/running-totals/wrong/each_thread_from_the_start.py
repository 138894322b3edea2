# expects: too_slow
from numba import cuda, int32


@cuda.jit
def running_totals(a, out):
    t = cuda.threadIdx.x
    row = cuda.blockIdx.x
    if t < a.shape[1]:
        total = int32(0)
        for k in range(t + 1):
            total += a[row, k]
        out[row, t] = total
