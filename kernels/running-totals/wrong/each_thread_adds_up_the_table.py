# expects: too_slow
from numba import cuda, int32

BLOCK = 256


@cuda.jit
def running_totals(a, out):
    total = cuda.shared.array(BLOCK, int32)
    t = cuda.threadIdx.x
    row = cuda.blockIdx.x
    if t < a.shape[1]:
        total[t] = a[row, t]
    cuda.syncthreads()
    if t < a.shape[1]:
        balance = int32(0)
        for k in range(t + 1):
            balance += total[k]
        out[row, t] = balance
