# expects: data_race
from numba import cuda, int32

BLOCK = 256


@cuda.jit
def running_totals(a, out):
    total = cuda.shared.array(BLOCK, int32)
    t = cuda.threadIdx.x
    row = cuda.blockIdx.x
    inside = t < a.shape[1]
    if inside:
        total[t] = a[row, t]
    else:
        total[t] = 0
    cuda.syncthreads()

    step = 1
    while step < BLOCK:
        if t >= step:
            total[t] += total[t - step]
        cuda.syncthreads()
        step *= 2

    if inside:
        out[row, t] = total[t]
