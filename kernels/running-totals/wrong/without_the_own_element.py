# expects: wrong_answer
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
        before = int32(0)
        if t >= step:
            before = total[t - step]
        cuda.syncthreads()
        total[t] += before
        cuda.syncthreads()
        step *= 2

    if inside:
        out[row, t] = total[t] - a[row, t]
